/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { RawRecord } from '../../src/control/types.ts';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { usePanel } from '../state/panel.ts';
import { Cells } from './cells.tsx';
import { Filters } from './filters.tsx';
import { capitalized, type Kind, memberText, placeIn, pluralOf } from './kinds.ts';
import { type Order, useRecords } from './use-records.ts';

interface TableProps {
  kind: Kind;
  /** The project in the place: without another choice, the list is its own. */
  project: string | undefined;
  /** Selects the opened record. */
  selected: RawRecord | undefined;
}

/** The records of a kind, as far as the filters let them through. */
export function Table({ kind, project, selected }: TableProps) {
  const panel = usePanel();
  const [order, setOrder] = useState<Order>();
  const [first, setFirst] = useState(0);
  const { query } = panel;
  const listed = query.get('project') ?? (selected === undefined ? project : undefined);
  const records = useRecords(kind, listed, order, first);
  const [known, setKnown] = useState(0);
  useEffect(() => {
    if (records.total !== undefined) setKnown(records.total);
  }, [records.total]);
  // While another part is read, the list keeps its height.
  const count = records.total ?? known;
  const keyOf = (index: number) => {
    const record = records.at(index);
    return record ? placeIn(kind, record).join('/') : `row ${index}`;
  };
  // A key may lead to a record that is not read yet.
  const [awaited, setAwaited] = useState<number>();
  const current = awaited ?? (selected ? records.indexOf(selected) : -1);
  const arrived = awaited === undefined ? undefined : records.at(awaited);
  useEffect(() => {
    if (arrived) moveTo(Number(awaited));
  }, [arrived]);
  const moveTo = (index: number) => {
    const record = records.at(index);
    setAwaited(record ? undefined : index);
    open(record, false);
  };
  const open = (record: RawRecord | undefined, goesOn: boolean) => {
    if (record) panel.open(placeIn(kind, record), query, goesOn);
  };

  return (
    <>
      <Filters kind={kind} project={listed} />
      {records.total === 0 ? (
        <p class="soft nothing">
          {query.size > 0 ? 'Nothing matches the filters.' : `There are no ${pluralOf(kind)} yet.`}
        </p>
      ) : (
        <div class={`table ${kind.kind}`}>
          <VirtualRows
            label={capitalized(pluralOf(kind))}
            count={count}
            lines={1}
            current={current}
            keyOf={keyOf}
            onMove={moveTo}
            onShow={setFirst}
            head={<Head kind={kind} order={order} onOrder={setOrder} />}
            row={(index, tabIndex) => (
              <Cells
                kind={kind}
                record={records.at(index)}
                tabIndex={tabIndex}
                isCurrent={index === current}
                onOpen={(goesOn) => open(records.at(index), goesOn)}
              />
            )}
          />
        </div>
      )}
    </>
  );
}

interface HeadProps {
  kind: Kind;
  order: Order | undefined;
  onOrder: (order: Order) => void;
}

function Head({ kind, order, onOrder }: HeadProps) {
  return (
    <tr aria-rowindex={1}>
      {kind.columns.map((column) => {
        const direction = order?.column === column ? order.direction : undefined;
        return (
          <th
            key={column}
            scope="col"
            class={`col-${column}`}
            aria-sort={direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
          >
            <button type="button" onClick={() => onOrder({ column, direction: direction === 'asc' ? 'desc' : 'asc' })}>
              {memberText(column)}
              {direction && <span aria-hidden="true">{direction === 'asc' ? ' ↑' : ' ↓'}</span>}
            </button>
          </th>
        );
      })}
    </tr>
  );
}
