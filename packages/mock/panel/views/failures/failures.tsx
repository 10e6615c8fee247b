/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Choices } from '../../parts/choices.tsx';
import { Empty } from '../../parts/empty.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { AddedFault } from '../../transport/responses.ts';
import { FaultGrid } from './fault-grid.tsx';
import { effectText, targetText } from './fault-text.ts';

const howOften = [
  { value: '1', text: 'Once' },
  { value: '3', text: '3 times' },
  { value: '10', text: '10 times' },
  { value: 'all', text: 'Always' },
] as const;

/** The view of faults, with the number of requests that each fault still applies to. */
export function Failures() {
  const panel = usePanel();
  const [times, setTimes] = useState<(typeof howOften)[number]['value']>('1');
  // A request uses a failure up.
  const { data: faults = [] } = useLive<readonly AddedFault[]>(['faults.all'], 'faults', 'requests');
  const active = faults.filter(({ remaining }) => remaining !== 0);
  const used = faults.filter(({ remaining }) => remaining === 0);

  const removeAll = () => panel.change('All failures removed', ['faults.clear']);

  return (
    <div class="page stack">
      <div>
        <h2>Failures</h2>
        <p class="soft">Choose how often, then select an endpoint and a failure. Select it again to remove it.</p>
      </div>
      <div class="line">
        <Choices label="How often" value={times} options={howOften} onChange={setTimes} />
        <Button look="quiet" disabled={active.length === 0} onClick={removeAll}>
          Remove all
        </Button>
      </div>
      <FaultGrid faults={faults} times={times === 'all' ? null : Number(times)} />
      <section class="stack" aria-label="Active failures">
        <h3>Active</h3>
        {active.length === 0 ? (
          <Empty title="No active failures">
            <p>Every request gets the normal response.</p>
          </Empty>
        ) : (
          <ul class="rows box">
            {active.map((added) => (
              <FaultCard key={added.id} added={added} />
            ))}
          </ul>
        )}
      </section>
      {used.length > 0 && (
        <section class="stack" aria-label="Used failures">
          <h3>Used up</h3>
          <ul class="rows box soft">
            {used.slice(-8).map((added) => (
              <FaultCard key={added.id} added={added} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function FaultCard({ added: { id, fault, remaining, requests } }: { added: AddedFault }) {
  const panel = usePanel();
  const what = `${targetText(fault)} ${effectText(fault)}`;
  const remove = () => panel.change(`Removed: ${what}`, ['faults.remove', { id }]);
  return (
    <li class="line padded">
      <span class="main">
        <code>{targetText(fault)}</code> <span>{effectText(fault)}</span>
      </span>
      <span class="soft figure">
        {remaining === null ? 'always' : remaining === 0 ? 'none left' : `${remaining} left`}, applied to{' '}
        {requests.length} {requests.length === 1 ? 'request' : 'requests'}
      </span>
      {remaining !== 0 && (
        <Button look="quiet" aria-label={`Remove: ${what}`} onClick={remove}>
          Remove
        </Button>
      )}
    </li>
  );
}
