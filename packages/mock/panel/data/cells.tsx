/** @jsxImportSource preact */
import type { RawRecord } from '../../src/control/types.ts';
import { goesOn } from '../parts/button.tsx';
import type { Tone } from '../parts/texts.tsx';
import { dateText } from '../parts/times.ts';
import type { Kind } from './kinds.ts';

interface CellsProps {
  kind: Kind;
  /** `undefined` until it is read. */
  record: RawRecord | undefined;
  tabIndex: 0 | -1;
  isCurrent: boolean;
  onOpen: (goesOn: boolean) => void;
}

/** The cells of a row. The first has the button that opens the record, and reaches over all. */
export function Cells({ kind, record, tabIndex, isCurrent, onOpen }: CellsProps) {
  return (
    <>
      {kind.columns.map((column, index) => (
        <td key={column} class={`col-${column}`}>
          {index === 0 ? (
            <button
              type="button"
              data-main
              class="open"
              tabIndex={tabIndex}
              aria-current={isCurrent ? 'true' : undefined}
              onClick={(event) => onOpen(goesOn(event))}
            >
              {record ? <Value value={record[column]} name={column} /> : '…'}
            </button>
          ) : (
            record && <Value value={record[column]} name={column} labels={column === 'title' && record['labels']} />
          )}
        </td>
      ))}
    </>
  );
}

/** Colors of the statuses that differ from the usual. */
const tones: Readonly<Record<string, Tone>> = { blocked: 'bad', fix_submitted: 'good', verified: 'good' };

function Value({ value, name, labels }: { value: unknown; name: string; labels?: unknown }) {
  if (name === 'issueNumber') return <>#{String(value)}</>;
  if (name === 'status')
    return (
      <>
        <span class={`dot ${tones[String(value)] ?? 'soft'}`} /> {String(value)}
      </>
    );
  if (/At$/.test(name))
    return <span class="soft figure">{value == null ? 'none' : dateText(String(value)).slice(0, 16)}</span>;
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>;
  if (Array.isArray(value)) return <span class="soft">{value.join(' ')}</span>;
  const text = value == null ? '' : String(value);
  return (
    <>
      <bdi title={text}>{text}</bdi>
      {Array.isArray(labels) && <span class="soft"> {labels.join(', ')}</span>}
    </>
  );
}
