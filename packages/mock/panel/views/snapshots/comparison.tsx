/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Badge } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { useLive } from '../../state/use-live.ts';
import type { Difference, SavedSnapshot } from '../../transport/answers.ts';

interface ComparisonProps {
  snapshot: SavedSnapshot;
  others: readonly SavedSnapshot[];
}

const tones = { added: 'status-verified', removed: 'bad', changed: 'status-blocked' };

/** As many as one can look at. */
const most = 200;

/** What is different between two moments, record by record. */
export function Comparison({ snapshot, others }: ComparisonProps) {
  const [other, setOther] = useState('now');
  const options = [{ value: 'now', text: 'now' }, ...others.map(({ id, name }) => ({ value: id, text: name ?? id }))];
  const path = `snapshots/${snapshot.id}/difference?with=${encodeURIComponent(other)}`;
  const { data, error } = useLive<Difference>(
    path,
    ...(other === 'now' ? (['records', 'faults', 'clock', 'credentials'] as const) : []),
  );
  return (
    <section class="block" aria-label="Comparison">
      <div class="toolbar comparison-head">
        <h3>From {snapshot.name ?? snapshot.id}</h3>
        <Field label="to">
          <Select value={other} options={options} onChange={setOther} />
        </Field>
      </div>
      {data ? <Changes difference={data} /> : <Empty title={error ?? 'Comparing…'} />}
    </section>
  );
}

function Changes({ difference: { records, clock, faults, stubs } }: { difference: Difference }) {
  const parts = Object.entries({ clock, faults, stubs }).flatMap(([name, pair]) => (pair ? [{ name, pair }] : []));
  if (records.length === 0 && parts.length === 0) return <Empty title="Nothing is different" />;
  return (
    <ul class="cards">
      {parts.map(({ name, pair }) => (
        <li key={name} class="card">
          <Badge text="changed" tone={tones.changed} />
          <span class="card-main">{name}</span>
          <Change {...pair} />
        </li>
      ))}
      {records.slice(0, most).map(({ collection, id, change, members = {} }) => (
        <li key={`${collection} ${id}`} class="card">
          <Badge text={change} tone={tones[change]} />
          <span class="card-main">
            {collection} <code>{id}</code>
          </span>
          {Object.entries(members).map(([name, pair]) => (
            <span key={name} class="member">
              <span class="soft">{name}</span> <Change {...pair} />
            </span>
          ))}
        </li>
      ))}
      {records.length > most && <li class="card soft">and {records.length - most} more</li>}
    </ul>
  );
}

function Change({ from, to }: { from?: unknown; to?: unknown }) {
  return (
    <code class="change">
      <del>{short(from)}</del> → <ins>{short(to)}</ins>
    </code>
  );
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
