/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { delayText } from '../../parts/times.ts';
import { usePanel } from '../../state/panel.ts';
import type { Settings } from '../../transport/responses.ts';

/** The forms for rate limit and latency. */
export function Limits({ settings }: { settings: Settings }) {
  const panel = usePanel();
  const { rateLimit, latencyMs } = settings;
  const [requests, setRequests] = useState<string>();
  const [latency, setLatency] = useState<string>();
  const shownRequests = requests ?? (rateLimit ? String(rateLimit.requests) : '');
  const shownLatency = latency ?? typedLatency(latencyMs);

  async function setRate(event: Event) {
    event.preventDefault();
    const limit = shownRequests === '' ? false : { requests: Number(shownRequests), windowMs: 60_000 };
    await panel.change(limit ? `Rate limit: ${limit.requests} a minute` : 'No rate limit', [
      'settings.change',
      { rateLimit: limit },
    ]);
    setRequests(undefined);
  }

  async function setDelay(event: Event) {
    event.preventDefault();
    const [from = 0, to] = shownLatency.split('-').map(Number);
    await panel.change(`Latency: ${shownLatency || 0} ms`, [
      'settings.change',
      { latencyMs: to === undefined ? from : [from, to] },
    ]);
    setLatency(undefined);
  }

  return (
    <section class="block" aria-label="Limits">
      <h3>Limits</h3>
      <form class="inline-form" onSubmit={setRate}>
        <Field label="Requests a minute, for each credential" hint="Empty for no limit, 0 to reject every request">
          <input
            type="number"
            min="0"
            inputmode="numeric"
            placeholder="no limit"
            value={shownRequests}
            onInput={({ currentTarget }) => setRequests(currentTarget.value)}
          />
        </Field>
        <Button type="submit">Set</Button>
      </form>
      <form class="inline-form" onSubmit={setDelay}>
        <Field label="Latency in milliseconds" hint="A number, or a range such as 50-400">
          <input
            type="text"
            pattern="\d+(-\d+)?"
            inputmode="numeric"
            placeholder={delayText(latencyMs)}
            value={shownLatency}
            onInput={({ currentTarget }) => setLatency(currentTarget.value)}
          />
        </Field>
        <Button type="submit">Set</Button>
      </form>
    </section>
  );
}

/** Returns a latency as text to edit. */
function typedLatency(latency: Settings['latencyMs']): string {
  return typeof latency === 'number' ? String(latency) : latency.join('-');
}
