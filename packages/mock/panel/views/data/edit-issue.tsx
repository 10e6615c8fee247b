/** @jsxImportSource preact */
import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { usePanel } from '../../state/panel.ts';
import { capturedNames, type RawRecord, text } from '../../state/read-record.ts';

/** Members that say which issue it is, or how a pulled one is shown. */
const fixed: readonly string[] = ['id', 'projectId', 'issueNumber', 'shows'];
const enumerations: Readonly<Record<string, readonly string[]>> = { status: issueStatuses, priority: issuePriorities };
const captured: readonly string[] = capturedNames;

/** The kind of a field, by the member's name and value: other members of a later version get one, too. */
type Kind = 'choice' | 'text' | 'number' | 'lines' | 'json';

function kindOf(name: string, value: unknown): Kind {
  if (enumerations[name]) return 'choice';
  if (captured.includes(name)) return 'json';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? 'lines' : 'json';
}

/** Returns the text to edit. */
function written(kind: Kind, value: unknown): string {
  if (kind === 'json') return JSON.stringify(value, null, 2);
  return Array.isArray(value) ? value.join('\n') : text(value);
}

/** Returns the value of an edited text. @throws SyntaxError for text that is not JSON, where it must be. */
function read(kind: Kind, edited: string): unknown {
  if (kind === 'json') return JSON.parse(edited);
  if (kind === 'number') return Number(edited);
  return kind === 'lines' ? edited.split('\n').filter((line) => line.trim() !== '') : edited;
}

/** A form of an issue's members. It changes those that were edited. */
export function EditIssue({ raw, onSaved }: { raw: RawRecord; onSaved: () => void }) {
  const panel = usePanel();
  // A request may change the issue meanwhile.
  const [original] = useState(raw);
  const fields = Object.entries(original)
    .filter(([name]) => !fixed.includes(name))
    .map(([name, value]) => ({ name, kind: kindOf(name, value), before: written(kindOf(name, value), value) }));

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const changes: Record<string, unknown> = {};
    for (const { name, kind, before } of fields) {
      const control = form.elements.namedItem(name) as HTMLInputElement;
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
    <form class="part form" onSubmit={save}>
      {fields.map(({ name, kind, before }) => {
        const values = enumerations[name] ?? [];
        if (kind === 'json')
          return (
            <details key={name}>
              <summary>{name}</summary>
              <textarea
                name={name}
                aria-label={name}
                class="code"
                rows={12}
                spellcheck={false}
                defaultValue={before}
                onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
              />
            </details>
          );
        return (
          <Field key={name} label={kind === 'lines' ? `${name}, one a line` : name}>
            {kind === 'choice' ? (
              <select name={name}>
                {(values.includes(before) ? values : [before, ...values]).map((value) => (
                  <option key={value} selected={value === before}>
                    {value}
                  </option>
                ))}
              </select>
            ) : kind === 'lines' || name === 'description' ? (
              <textarea name={name} dir="auto" rows={before.split('\n').length + 1} defaultValue={before} />
            ) : (
              <input name={name} dir="auto" inputMode={kind === 'number' ? 'decimal' : 'text'} defaultValue={before} />
            )}
          </Field>
        );
      })}
      <div class="form-actions">
        <Button type="submit" look="primary">
          Save
        </Button>
      </div>
    </form>
  );
}
