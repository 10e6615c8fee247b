/** @jsxImportSource preact */
import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { usePanel } from '../../state/panel.ts';
import { capturedNames, type RawRecord, text } from '../../state/read-record.ts';

/** Members that say which issue it is, or how a pulled one is shown. */
const fixed: readonly string[] = ['id', 'projectId', 'issueNumber', 'shows'];
const enumerations: Readonly<Record<string, readonly string[]>> = { status: issueStatuses, priority: issuePriorities };
const captured: readonly string[] = capturedNames;

/** A member to edit. Its kind goes by name and value: members of a later version get a control, too. */
interface Member {
  readonly name: string;
  readonly kind: 'choice' | 'text' | 'number' | 'lines' | 'json';
  /** Its text before it is edited. */
  readonly before: string;
}

function memberOf([name, value]: readonly [string, unknown]): Member {
  if (enumerations[name]) return { name, kind: 'choice', before: text(value) };
  if (!captured.includes(name)) {
    if (typeof value === 'string') return { name, kind: 'text', before: value };
    if (typeof value === 'number') return { name, kind: 'number', before: String(value) };
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return { name, kind: 'lines', before: value.join('\n') };
  }
  return { name, kind: 'json', before: JSON.stringify(value, null, 2) };
}

/** Returns the value of an edited text. @throws SyntaxError for text that is not JSON, where it must be. */
function read(kind: Member['kind'], edited: string): unknown {
  if (kind === 'json') return JSON.parse(edited);
  if (kind === 'number') return Number(edited);
  return kind === 'lines' ? edited.split('\n').filter((line) => line.trim() !== '') : edited;
}

/** A form of an issue's members. It changes those that were edited. */
export function EditIssue({ raw, onSaved }: { raw: RawRecord; onSaved: () => void }) {
  const panel = usePanel();
  // A request may change the issue meanwhile.
  const [original] = useState(raw);
  const members = Object.entries(original)
    .filter(([name]) => !fixed.includes(name))
    .map(memberOf);

  async function save(_values: unknown, { elements }: HTMLFormElement) {
    const changes: Record<string, unknown> = {};
    for (const { name, kind, before } of members) {
      const control = elements.namedItem(name) as HTMLInputElement;
      if (control.value === before) continue;
      try {
        changes[name] = read(kind, control.value);
      } catch (error) {
        control.closest('details')?.setAttribute('open', '');
        control.setCustomValidity(`must be JSON: ${(error as Error).message}`);
        control.reportValidity();
        return;
      }
    }
    const { projectId, issueNumber } = original;
    const label = `#${text(issueNumber)} changed: ${Object.keys(changes).join(', ')}`;
    const isSaved =
      Object.keys(changes).length === 0 ||
      (await panel.change(label, ['world.issues.update', { where: { projectId, issueNumber }, changes }]));
    if (isSaved) onSaved();
  }

  return (
    <Form submit="Save" onSubmit={save}>
      {members.map((member) =>
        member.kind === 'json' ? (
          <details key={member.name}>
            <summary>{member.name}</summary>
            <Control {...member} />
          </details>
        ) : (
          <Field key={member.name} label={member.kind === 'lines' ? `${member.name}, one a line` : member.name}>
            <Control {...member} />
          </Field>
        ),
      )}
    </Form>
  );
}

function Control({ name, kind, before }: Member) {
  if (kind === 'choice') {
    return (
      <select name={name}>
        {[...new Set([before, ...(enumerations[name] ?? [])])].map((value) => (
          <option key={value} selected={value === before}>
            {value}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'json') {
    return (
      <textarea
        name={name}
        aria-label={name}
        class="code"
        rows={12}
        spellcheck={false}
        defaultValue={before}
        onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
      />
    );
  }
  if (kind === 'lines' || name === 'description')
    return <textarea name={name} dir="auto" rows={before.split('\n').length + 1} defaultValue={before} />;
  return <input name={name} dir="auto" inputMode={kind === 'number' ? 'decimal' : 'text'} defaultValue={before} />;
}
