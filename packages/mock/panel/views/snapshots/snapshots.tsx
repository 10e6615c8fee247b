/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { dateText } from '../../parts/times.ts';
import { takeSnapshot } from '../../state/commands.ts';
import { beforePrefix, usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { SavedSnapshot } from '../../transport/answers.ts';

/** Moments of the mock: to come back to. */
export function Snapshots() {
  const panel = usePanel();
  const [name, setName] = useState('');
  const { data } = useLive<readonly SavedSnapshot[]>('snapshots', 'snapshots');
  const snapshots = [...(data ?? [])].reverse();
  const named = snapshots.filter((one) => !one.name?.startsWith(beforePrefix));
  const automatic = snapshots.filter((one) => one.name?.startsWith(beforePrefix));

  return (
    <div class="page">
      <header class="page-head">
        <h2>Snapshots</h2>
        <p class="soft">Everything the mock holds at one moment: records, clock, failures, limits and requests.</p>
      </header>
      <form
        class="inline-form"
        onSubmit={async (event) => {
          event.preventDefault();
          await takeSnapshot(panel, name.trim());
          setName('');
        }}
      >
        <Field label="Name">
          <input
            type="text"
            placeholder="before checkout"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
        <Button type="submit" look="primary">
          Take a snapshot
        </Button>
      </form>
      <section class="block" aria-label="Your snapshots">
        <h3>Yours</h3>
        {named.length === 0 ? (
          <Empty title="No snapshot yet">
            <p>Take one before you try something, and come back to it as often as you like.</p>
          </Empty>
        ) : (
          <List snapshots={named} />
        )}
      </section>
      {automatic.length > 0 && (
        <section class="block" aria-label="Snapshots taken by the panel">
          <h3>Before each change made here</h3>
          <List snapshots={automatic.slice(0, 20)} />
        </section>
      )}
    </div>
  );
}

function List({ snapshots }: { snapshots: readonly SavedSnapshot[] }) {
  const panel = usePanel();
  return (
    <ul class="cards">
      {snapshots.map(({ id, name, now }) => {
        const text = name ?? id;
        return (
          <li key={id} class="card">
            <span class="card-main">{text.startsWith(beforePrefix) ? text.slice(beforePrefix.length) : text}</span>
            <span class="soft figure">{dateText(now)}</span>
            <span class="card-actions">
              <Button
                onClick={() => panel.change(`Went back to ${text}`, () => panel.ask('POST', 'restore', { id }))}
                aria-label={`Go back to ${text}`}
              >
                Go back
              </Button>
              <Button
                look="quiet"
                aria-label={`Delete ${text}`}
                onClick={async () => {
                  try {
                    await panel.ask('DELETE', `snapshots/${id}`);
                  } catch (error) {
                    panel.fail(error);
                  }
                }}
              >
                Delete
              </Button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
