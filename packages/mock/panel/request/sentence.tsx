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

interface RemediesProps {
  entry: RequestEntry;
  steps: readonly WhyStep[];
  isEditing: boolean;
  onEdit: () => void;
}

/** Buttons: the remedies that the mock names, the request edited, and the same request again. */
export function Remedies({ entry, steps, isEditing, onEdit }: RemediesProps) {
  const panel = usePanel();
  const [isApplied, setApplied] = useState(false);
  const now = useClock()?.now ?? 0;
  const again = { text: 'Send it again', method: 'requests.replay', input: { number: entry.number } };
  const found = steps.flatMap((step) => step.remedies ?? []);
  // The time of a remedy may have come.
  const isOver = found.some(({ method, input }) => method === 'clock.set' && Date.parse(String(input['date'])) <= now);
  const remedies = isOver ? [again] : found;
  const leading = isApplied ? again : remedies[0];
  // As it was, it would be rejected again.
  const isInvalid = !leading && !isEditing && entry.status !== undefined && entry.status >= 400 && entry.status < 500;

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

  const button = ({ text, method, input }: (typeof found)[number]) => (
    <Button key={text} look={text === leading?.text ? 'primary' : 'plain'} onClick={() => apply(method, input)}>
      {text}
    </Button>
  );
  return (
    <>
      {remedies.map(button)}
      <Button look={isInvalid ? 'primary' : 'plain'} aria-pressed={isEditing} onClick={onEdit}>
        Edit and send
      </Button>
      {remedies.every(({ text }) => text !== again.text) && button(again)}
      {entry.faultId !== undefined && (
        <Button look="quiet" onClick={() => panel.open(['failures', String(entry.faultId)])}>
          Show {entry.faultId}
        </Button>
      )}
    </>
  );
}
