/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { dateText } from '../../parts/times.ts';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { SavedSnapshot } from '../../transport/responses.ts';

/** The view of the saved states. */
export function Snapshots() {
  const panel = usePanel();
  const [name, setName] = useState('');
  const { data } = useLive<readonly SavedSnapshot[]>(['snapshots.all'], 'snapshots');
  const snapshots = [...(data ?? [])].reverse();

  return (
    <div class="page">
      <header class="page-head">
        <h2>Snapshots</h2>
        <p class="soft">A snapshot has the whole state: records, clock, failures, limits and requests.</p>
      </header>
      <form
        class="inline-form"
        onSubmit={async (event) => {
          event.preventDefault();
          const trimmed = name.trim();
          await panel.change(`Snapshot taken${trimmed && `: ${trimmed}`}`, [
            'snapshot',
            trimmed === '' ? {} : { name: trimmed },
          ]);
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
      {snapshots.length === 0 ? (
        <Empty title="No snapshots yet">
          <p>Take one before you try something. You can restore it any number of times.</p>
        </Empty>
      ) : (
        <List snapshots={snapshots} />
      )}
    </div>
  );
}

function List({ snapshots }: { snapshots: readonly SavedSnapshot[] }) {
  const panel = usePanel();
  async function restore(id: string, text: string) {
    const isConfirmed = await panel.confirm({
      title: `Restore ${text}?`,
      loss: 'The present records, failures, settings and requests are lost.',
      action: 'Restore',
    });
    if (isConfirmed) await panel.change(`Restored: ${text}`, ['restore', { id }]);
  }
  async function remove(id: string, text: string) {
    const isConfirmed = await panel.confirm({
      title: `Delete ${text}?`,
      loss: 'The saved state is lost.',
      action: 'Delete',
    });
    if (isConfirmed) await panel.change(`Deleted: ${text}`, ['snapshots.delete', { id }]);
  }

  return (
    <ul class="cards">
      {snapshots.map(({ id, name, now }) => {
        const text = name ?? id;
        return (
          <li key={id} class="card">
            <span class="card-main">
              <bdi>{text}</bdi>
            </span>
            <span class="soft figure">{dateText(now)}</span>
            <span class="card-actions">
              <Button aria-label={`Restore ${text}`} onClick={() => restore(id, text)}>
                Restore
              </Button>
              <Button look="quiet" aria-label={`Delete ${text}`} onClick={() => remove(id, text)}>
                Delete
              </Button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
