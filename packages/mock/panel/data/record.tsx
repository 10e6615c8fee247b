/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { RawRecord } from '../../src/control/types.ts';
import { Button, CopyButton, IconButton } from '../parts/button.tsx';
import { Empty, Heading } from '../parts/texts.tsx';
import { revealed } from '../state/credentials.ts';
import { useFound, useMembers } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { Captured, captured } from './captured.tsx';
import { Comments } from './comments.tsx';
import { Field } from './field.tsx';
import { capitalized, fixedMembers, type Kind, memberText, nameIn, pluralOf, schemaOf, whereOf } from './kinds.ts';
import { Parts } from './parts-of-issue.tsx';

interface RecordProps {
  kind: Kind;
  where: RawRecord;
  part: string;
}

/** A record as a form that the schema makes. Each change holds at once, and can be undone in the timeline. */
export function RecordView({ kind, where, part }: RecordProps) {
  const panel = usePanel();
  const close = () => panel.go(['data', kind.kind], panel.query);
  const members = useMembers(schemaOf(kind));
  const found = useFound(kind.kind, { where, take: 1 });
  const read = found?.data[0];
  // The entered value is shown before it is read again, because the next change builds on it.
  const [entered, setEntered] = useState<RawRecord>();
  useEffect(() => setEntered(undefined), [read]);
  const record = read && { ...read, ...entered };
  if (found && !record)
    return (
      <Empty title={`There is no such ${kind.one}`}>
        <div>
          <Button onClick={close}>Back to the list</Button>
        </div>
      </Empty>
    );
  if (!record) return null;
  const name = nameIn(kind, record);
  const list = captured.get(part);
  const isShown = (member: string) =>
    part ? member === part : !captured.has(member) && member !== 'techContext' && member !== kind.secret;

  /** @returns the mock's message if it does not accept the changes. */
  async function change(changes: RawRecord): Promise<string | undefined> {
    setEntered({ ...entered, ...changes });
    try {
      await panel.tryChange(`world.${kind.kind}.update`, { where: record && whereOf(kind, record), changes });
      if (kind.id in changes) close();
      return undefined;
    } catch (error) {
      setEntered(undefined);
      return (error as Error).message;
    }
  }

  async function remove() {
    if (await panel.change(`world.${kind.kind}.delete`, { where: record && whereOf(kind, record) })) close();
  }

  return (
    <article
      class="record"
      aria-label={`${kind.one} ${name}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      <header class="record-head bar">
        <Button look="quiet" icon="back" class="back" onClick={close}>
          {capitalized(pluralOf(kind))}
        </Button>
        <Heading class="grow" of="data">
          {kind.kind === 'issues' ? `${name} ${record['title']}` : name}
        </Heading>
        <IconButton icon="trash" name={`Delete ${name}`} onClick={remove} />
        <IconButton icon="close" name="Close" class="close" onClick={close} />
      </header>
      {kind.kind === 'issues' && <Parts issue={record} part={part} />}
      <div class="scroll">
        {list ? (
          <Captured
            list={list}
            members={members[part]?.items?.properties ?? {}}
            entries={(record[part] ?? []) as readonly RawRecord[]}
            onChange={(entries) => change({ [part]: entries })}
          />
        ) : part === 'comments' ? (
          <Comments issue={record} />
        ) : (
          <div class="form">
            {kind.secret !== undefined && <Secret member={kind.secret} kind={kind} record={record} />}
            {Object.entries(members)
              .filter(([member]) => isShown(member))
              .map(([member, schema]) => (
                <Field
                  key={member}
                  name={member}
                  schema={schema}
                  value={record[member]}
                  isDisabled={fixedMembers.includes(member)}
                  onChange={(value) => change({ [member]: value })}
                />
              ))}
          </div>
        )}
      </div>
    </article>
  );
}

/** A masked key or token, to copy. */
function Secret({ member, kind, record }: { member: string; kind: Kind; record: RawRecord }) {
  const panel = usePanel();
  return (
    <div class="field">
      {memberText(member)}
      <span class="line">
        <code>{String(record[member])}</code>
        <CopyButton
          what={`the ${member}`}
          text={() => revealed(panel, kind.kind === 'apiKeys' ? 'apiKey' : 'accessToken', String(record['name']))}
        />
      </span>
    </div>
  );
}
