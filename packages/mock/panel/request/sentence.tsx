/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { MethodName, RequestEntry, WhyStep } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { Heading, Words } from '../parts/texts.tsx';
import { useClock } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { toneOf } from '../timeline/words.ts';

/** Why the response is as it is, in one sentence of the mock. */
export function Sentence({ entry, steps }: { entry: RequestEntry; steps: readonly WhyStep[] }) {
  const panel = usePanel();
  const credential = async () => (await panel.call('requests.credential', { number: entry.number })).text;
  const failed = entry.status === undefined || entry.status >= 400;
  const tone = entry.warnings && !failed ? 'warn' : toneOf(entry);
  const said = steps
    .filter(({ outcome, step }) => outcome === 'changed' || outcome === 'warned' || step === 'handler')
    .map(({ text }) => text);
  return (
    <>
      <Heading class="sentence" of={`requests/${entry.number}`}>
        <span class={`strong ${tone}`}>{verdictOf(entry, failed)}</span> <Words text={entry.why ?? said.join(' ')} />
      </Heading>
      {entry.reason === 'wrong key' && (
        // The log has it masked.
        <div>
          <Button onClick={() => panel.attempt(async () => panel.say(`It was sent with ${await credential()}`))}>
            Show the credential
          </Button>
        </div>
      )}
    </>
  );
}

function verdictOf({ status, warnings }: RequestEntry, failed: boolean): string {
  if (status === undefined) return 'No response:';
  if (failed) return 'Rejected:';
  return warnings ? 'Succeeded, but:' : 'Succeeded.';
}

/** What would let the request succeed, as the mock says, and the request once more. */
export function Remedies({ entry, steps }: { entry: RequestEntry; steps: readonly WhyStep[] }) {
  const panel = usePanel();
  const [isApplied, setApplied] = useState(false);
  const now = useClock()?.now ?? 0;
  // The time of a remedy may have come.
  const remedies = steps
    .flatMap((step) => step.remedies ?? [])
    .filter(({ method, input }) => method !== 'clock.set' || Date.parse(String(input['date'])) > now);
  const again = { text: 'Send it again', method: 'requests.replay', input: { number: entry.number } };
  const all = remedies.some(({ text }) => text === again.text) ? remedies : [...remedies, again];

  async function apply(method: string, input: object) {
    // The mock names its own methods.
    if (method !== 'requests.replay')
      return panel.attempt(async () => {
        await panel.tryChange(method as MethodName, input);
        setApplied(true);
      });
    const sent = await panel.change(method, input);
    if (sent) panel.openSent(sent);
  }

  return (
    <>
      {all.map(({ text, method, input }) => (
        <Button
          key={text}
          look={text === (isApplied ? again : remedies[0])?.text ? 'primary' : 'plain'}
          onClick={() => apply(method, input)}
        >
          {text}
        </Button>
      ))}
      {entry.faultId !== undefined && (
        <Button look="quiet" onClick={() => panel.open(['failures', String(entry.faultId)])}>
          Show {entry.faultId}
        </Button>
      )}
    </>
  );
}
