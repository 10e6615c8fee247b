/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { RequestEntry, WhyStep } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { CodeText, Heading } from '../parts/texts.tsx';
import { usePanel } from '../state/panel.ts';
import { toneOf } from '../timeline/words.ts';

/** Why the response is as it is, in one sentence of the mock. */
export function Sentence({ entry, steps }: { entry: RequestEntry; steps: readonly WhyStep[] }) {
  const failed = entry.status === undefined || entry.status >= 400;
  const tone = entry.warnings && !failed ? 'warn' : toneOf(entry);
  const said = steps
    .filter(({ outcome, step }) => outcome === 'changed' || outcome === 'warned' || step === 'handler')
    .map(({ text }) => text);
  return (
    <>
      <Heading class="sentence" of={`requests/${entry.number}`}>
        <span class={`strong ${tone}`}>{verdictOf(entry, failed)}</span> <CodeText text={entry.why ?? said.join(' ')} />
      </Heading>
      {entry.reason === 'wrong key' && <SentCredential number={entry.number} />}
    </>
  );
}

function verdictOf({ status, warnings }: RequestEntry, failed: boolean): string {
  if (status === undefined) return 'No response:';
  if (failed) return 'Rejected:';
  return warnings ? 'Succeeded, but:' : 'Succeeded.';
}

/** Shows a credential that the mock doesn't know: the log has it masked. */
function SentCredential({ number }: { number: number }) {
  const panel = usePanel();
  const [credential, setCredential] = useState<string>();
  const show = () =>
    panel.attempt(async () => {
      const sent = await panel.call('requests.credential', { number });
      setCredential(sent.text);
    });
  if (credential !== undefined)
    return (
      <p>
        It was sent with <code>{credential}</code>
      </p>
    );
  return (
    <div>
      <Button onClick={show}>Show the credential</Button>
    </div>
  );
}
