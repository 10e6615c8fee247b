/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { usePanel } from '../state/panel.ts';
import { useClock } from '../state/queries.ts';
import type { RawRecord, Schema } from '../transport/responses.ts';
import { capturedPart } from './captured-parts.ts';
import { Field } from './field.tsx';

interface CapturedProps {
  name: string;
  schema: Schema;
  record: RawRecord;
  onChange: (entries: readonly RawRecord[]) => Promise<string | undefined>;
}

/** The captured entries of an issue: added from a template, edited, duplicated and removed. */
export function Captured({ name, schema, record, onChange }: CapturedProps) {
  const panel = usePanel();
  const clock = useClock();
  const [opened, setOpened] = useState(-1);
  const part = capturedPart(name);
  const entries = (Array.isArray(record[name]) ? record[name] : []) as readonly RawRecord[];
  const members = schema.properties?.[name]?.items?.properties ?? {};
  if (!part) return null;

  async function put(changed: readonly RawRecord[], open = -1) {
    const problem = await onChange(changed);
    if (problem) panel.fail(problem);
    else setOpened(open);
  }

  const fresh = () => part.template(new Date(clock?.now ?? 0).toISOString(), entries.length);
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
            {part.summary.map((member) => (
              <span key={member} class={`cut ${isBad(entry[member]) ? 'bad' : ''}`}>
                {String(entry[member] ?? '')}
              </span>
            ))}
          </summary>
          <Picture url={entry['url']} />
          <div class="form">
            {Object.entries(members).map(([member, each]) => (
              <Field
                key={member}
                name={member}
                schema={each}
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
                const { id } = fresh();
                const copy = { ...entry, ...(id !== undefined && { id }) };
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

const isBad = (value: unknown) => value === 'error' || Number(value) >= 500;

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
