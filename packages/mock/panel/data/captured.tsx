/** @jsxImportSource preact */
import type { CapturedList } from '@issue-tracking/model';
import { useState } from 'preact/hooks';
import type { RawRecord } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { type Schema, useClock } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { Field } from './field.tsx';

/** A list of what was captured with an issue. */
interface CapturedPart {
  readonly text: string;
  /** Members that tell its entries apart. */
  readonly summary: readonly string[];
  /** Returns an entry to start from; the mock has defaults for the rest. */
  readonly entryAt: (now: string, index: number) => RawRecord;
}

const parts: { readonly [List in CapturedList]: CapturedPart } = {
  consoleLogs: {
    text: 'Console',
    summary: ['level', 'message'],
    entryAt: (timestamp) => ({ level: 'error', message: "TypeError: can't access property 'total'", timestamp }),
  },
  networkLogs: {
    text: 'Network',
    summary: ['method', 'status', 'url'],
    entryAt: (timestamp) => ({ method: 'POST', status: 500, duration: 184, timestamp }),
  },
  userActions: {
    text: 'Actions',
    summary: ['type', 'target', 'text'],
    entryAt: (timestamp) => ({ target: 'button.checkout', text: 'Pay now', timestamp }),
  },
  screenshots: {
    text: 'Screenshots',
    summary: ['id', 'width', 'height'],
    entryAt: (createdAt, index) => ({
      id: `shot-${index + 1}`,
      url: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#cdd3e0"/><rect x="40" y="40" width="560" height="280" fill="#fff"/></svg>')}`,
      createdAt,
    }),
  },
};

/** The captured lists of an issue, by their names. */
export const captured: ReadonlyMap<string, CapturedPart> = new Map(Object.entries(parts));

interface CapturedProps {
  list: CapturedPart;
  members: Readonly<Record<string, Schema>>;
  entries: readonly RawRecord[];
  onChange: (entries: readonly RawRecord[]) => Promise<string | undefined>;
}

/** The captured entries of an issue: added from a template, edited, duplicated and removed. */
export function Captured({ list, members, entries, onChange }: CapturedProps) {
  const panel = usePanel();
  const clock = useClock();
  const [opened, setOpened] = useState(-1);

  async function put(changed: readonly RawRecord[], open = -1) {
    const problem = await onChange(changed);
    if (problem) panel.fail(problem);
    else setOpened(open);
  }

  const fresh = () => list.entryAt(new Date(clock?.now ?? 0).toISOString(), entries.length);
  return (
    <div class="captured stack">
      <div class="line">
        <Button icon="plus" disabled={!clock} onClick={() => put([...entries, fresh()], entries.length)}>
          Add
        </Button>
        {entries.length === 0 && <span class="soft">None was captured.</span>}
      </div>
      {entries.map((entry, index) => (
        // Entries have no ids.
        <details key={index} class="entry" open={index === opened}>
          <summary>
            {list.summary.map((member) => (
              <span key={member} class={isBad(member, entry[member]) ? 'bad' : ''}>
                {String(entry[member] ?? '')}
              </span>
            ))}
          </summary>
          <Picture url={entry['url']} />
          <div class="form">
            {Object.entries(members).map(([member, schema]) => (
              <Field
                key={member}
                name={member}
                schema={schema}
                value={entry[member]}
                onChange={(value) => onChange(entries.with(index, { ...entry, [member]: value }))}
              />
            ))}
          </div>
          <div class="line">
            <Button
              look="quiet"
              icon="copy"
              onClick={() => {
                // Screenshots have ids, which differ.
                const copy = { ...entry, ...('id' in entry && { id: fresh()['id'] }) };
                void put(entries.toSpliced(index + 1, 0, copy), index + 1);
              }}
            >
              Duplicate
            </Button>
            <Button look="quiet" icon="trash" onClick={() => put(entries.toSpliced(index, 1))}>
              Remove
            </Button>
          </div>
        </details>
      ))}
    </div>
  );
}

const isBad = (member: string, value: unknown) => value === 'error' || (member === 'status' && Number(value) >= 500);

/** A screenshot that is in the record. Others would be fetched from a foreign server, and are links. */
function Picture({ url }: { url: unknown }) {
  if (typeof url !== 'string') return null;
  if (url.startsWith('data:image/')) return <img src={url} alt="" class="shot" />;
  if (!/^https?:\/\//.test(url)) return null;
  return (
    <a class="link" href={url} target="_blank" rel="noreferrer">
      Open
    </a>
  );
}
