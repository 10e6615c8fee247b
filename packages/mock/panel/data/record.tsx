/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { Button, CopyButton, IconButton } from '../parts/button.tsx';
import { Empty, Heading } from '../parts/texts.tsx';
import { revealed } from '../state/credentials.ts';
import { useDescribed, useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import type { Found, RawRecord, Schema } from '../transport/responses.ts';
import { Captured } from './captured.tsx';
import { captured } from './captured-parts.ts';
import { Comments } from './comments.tsx';
import { Field } from './field.tsx';
import { fixedMembers, type Kind, memberText, nameIn, whereOf } from './kinds.ts';
import { Parts } from './parts-of-issue.tsx';

interface RecordProps {
  kind: Kind;
  where: RawRecord;
  part: string;
  onPart: (part: string) => void;
  onClose: () => void;
}

/** A record as a form that the schema makes. Each change holds at once, and can be undone in the timeline. */
export function RecordView({ kind, where, part, onPart, onClose }: RecordProps) {
  const panel = usePanel();
  const schema = useDescribed()?.$defs[kind.schema] ?? {};
  const found = useLive<Found>([`world.${kind.kind}.find`, { where, take: 1 }]);
  const read = found?.data[0];
  // The entered value is shown before it is read again, because the next change builds on it.
  const [entered, setEntered] = useState<RawRecord>();
  useEffect(() => setEntered(undefined), [read]);
  const record = read && { ...read, ...entered };
  if (found && !record)
    return (
      <Empty title={`There is no such ${kind.one}`}>
        <div>
          <Button onClick={onClose}>Back to the list</Button>
        </div>
      </Empty>
    );
  if (!record) return null;
  const name = nameIn(kind, record);
  const isIssue = kind.kind === 'issues';

  /** @returns the mock's message if it does not accept the changes. */
  async function change(changes: RawRecord): Promise<string | undefined> {
    setEntered({ ...entered, ...changes });
    try {
      await panel.tryChange(`world.${kind.kind}.update`, { where: record && whereOf(kind, record), changes });
      if (kind.id in changes) onClose();
      return undefined;
    } catch (error) {
      setEntered(undefined);
      return (error as Error).message;
    }
  }

  async function remove() {
    if (await panel.change(`world.${kind.kind}.delete`, { where: record && whereOf(kind, record) })) onClose();
  }

  return (
    <article
      class="record"
      aria-label={`${kind.one} ${name}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header class="record-head bar">
        <Button look="quiet" icon="back" class="back" onClick={onClose}>
          {kind.text}
        </Button>
        <Heading class="cut grow" of="data">
          {isIssue ? `${name} ${record['title']}` : name}
        </Heading>
        <IconButton icon="trash" name={`Delete ${name}`} onClick={remove} />
        <IconButton icon="close" name="Close" class="close" onClick={onClose} />
      </header>
      {isIssue && <Parts record={record} part={part} onPart={onPart} />}
      <div class="scroll">
        {part in captured ? (
          <Captured name={part} schema={schema} record={record} onChange={(entries) => change({ [part]: entries })} />
        ) : part === 'comments' ? (
          <Comments issue={record} />
        ) : (
          <div class="form">
            <Members kind={kind} schema={schema} record={record} part={part} onChange={change} />
          </div>
        )}
      </div>
    </article>
  );
}

interface MembersProps {
  kind: Kind;
  schema: Schema;
  record: RawRecord;
  part: string;
  onChange: (changes: RawRecord) => Promise<string | undefined>;
}

/** The members that are no part of their own; or the one that is the part. */
function Members({ kind, schema, record, part, onChange }: MembersProps) {
  const isShown = (member: string) =>
    part ? member === part : !(member in captured) && member !== 'techContext' && member !== kind.secret;
  return (
    <>
      {kind.secret !== undefined && <Secret member={kind.secret} kind={kind} record={record} />}
      {Object.entries(schema.properties ?? {})
        .filter(([member]) => isShown(member))
        .map(([member, each]) => (
          <Field
            key={member}
            name={member}
            schema={each}
            value={record[member]}
            isDisabled={fixedMembers.includes(member)}
            onChange={(value) => onChange({ [member]: value })}
          />
        ))}
    </>
  );
}

/** A masked key or token, to copy. */
function Secret({ member, kind, record }: { member: string; kind: Kind; record: RawRecord }) {
  const panel = usePanel();
  const name = String(record['name']);
  return (
    <div class="field">
      {memberText(member)}
      <span class="line">
        <code>{String(record[member])}</code>
        <CopyButton
          what={`the ${member}`}
          text={() => revealed(panel, { kind: kind.kind === 'apiKeys' ? 'apiKey' : 'accessToken', name })}
        />
      </span>
    </div>
  );
}
