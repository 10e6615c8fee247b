/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Empty } from '../../parts/empty.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { useLive } from '../../state/use-live.ts';
import type { SavedSnapshot } from '../../transport/answers.ts';

interface ComparisonProps {
  snapshot: SavedSnapshot;
  others: readonly SavedSnapshot[];
}

/** What is different between two moments. */
export function Comparison({ snapshot, others }: ComparisonProps) {
  const [other, setOther] = useState('now');
  const options = [{ value: 'now', text: 'now' }, ...others.map(({ id, name }) => ({ value: id, text: name ?? id }))];
  const path = `snapshots/${snapshot.id}/difference?with=${encodeURIComponent(other)}`;
  const { data, error } = useLive<unknown>(path, ...(other === 'now' ? (['records', 'faults', 'clock'] as const) : []));
  return (
    <section class="block" aria-label="Comparison">
      <h3>
        From <em>{snapshot.name ?? snapshot.id}</em>
      </h3>
      <Field label="to">
        <Select value={other} options={options} onChange={setOther} />
      </Field>
      {error && <p class="soft">{error}</p>}
      {data === undefined ? <Empty title="Comparing…" /> : <JsonView value={data} label="What is different" />}
    </section>
  );
}
