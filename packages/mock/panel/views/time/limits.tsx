/** @jsxImportSource preact */
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { usePanel } from '../../state/panel.ts';
import type { Settings } from '../../transport/responses.ts';

/** The forms for rate limit and latency. */
export function Limits({ settings: { rateLimit, latencyMs } }: { settings: Settings }) {
  const panel = usePanel();
  const requests = rateLimit ? String(rateLimit.requests) : '';
  const latency = typeof latencyMs === 'number' ? String(latencyMs) : latencyMs.join('-');
  const change = (label: string, settings: Partial<Settings>) => panel.change(label, ['settings.change', settings]);

  function setRate(typed = '') {
    if (typed === '') return change('No rate limit', { rateLimit: false });
    return change(`Rate limit: ${typed} a minute`, { rateLimit: { requests: Number(typed), windowMs: 60_000 } });
  }

  function setLatency(typed = '') {
    const [from = 0, to] = typed.split('-').map(Number);
    return change(`Latency: ${typed || 0} ms`, { latencyMs: to === undefined ? from : [from, to] });
  }

  return (
    <section class="stack box padded" aria-label="Limits">
      <h3>Limits</h3>
      {/* Another present value takes the place of a typed one. */}
      <Form key={`requests ${requests}`} isInline submit="Set" onSubmit={(values) => setRate(values['requests'])}>
        <Field label="Requests a minute, for each credential" hint="Empty for no limit, 0 to reject every request">
          <input name="requests" type="number" min="0" placeholder="no limit" defaultValue={requests} />
        </Field>
      </Form>
      <Form key={`latency ${latency}`} isInline submit="Set" onSubmit={(values) => setLatency(values['latency'])}>
        <Field label="Latency in milliseconds" hint="A number, or a range such as 50-400">
          <input name="latency" type="text" pattern="\d+(-\d+)?" inputmode="numeric" defaultValue={latency} />
        </Field>
      </Form>
    </section>
  );
}
