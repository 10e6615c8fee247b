/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import type { Schema } from '../transport/responses.ts';
import { type Control, controlOf, isNullable, parsed, present, textOf } from './controls.ts';
import { memberText, wideMembers } from './kinds.ts';

export interface FieldProps {
  name: string;
  schema: Schema;
  value: unknown;
  /** Changes the member. @returns a message if the mock does not accept the value. */
  onChange: (value: unknown) => Promise<string | undefined>;
  isDisabled?: boolean;
  /** Whether an empty control leaves the member out. */
  isOptional?: boolean;
}

/** A control for a member, made from its schema. What is entered holds at once; the timeline has its Undo. */
export function Field({ name, schema, value, onChange, isDisabled = false, isOptional = false }: FieldProps) {
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const control = controlOf(schema, name);
  const commit = async (entered: unknown) => setProblem(await onChange(entered));
  const write = (text: string) => {
    if (text === '' && isOptional) return commit(undefined);
    if (text === '' && isNullable(schema)) return commit(null);
    try {
      return commit(parsed(control, text));
    } catch (error) {
      return setProblem((error as Error).message);
    }
  };

  if (control === 'flags') return <Flags name={name} schema={schema} value={value} onChange={commit} />;
  if (control === 'flag')
    return (
      <label class="check">
        <input
          type="checkbox"
          disabled={isDisabled}
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => commit(checked)}
        />
        {memberText(name)}
      </label>
    );
  const isWide = control === 'long' || control === 'json' || wideMembers.includes(name);
  return (
    <div class={`field ${isWide ? 'wide-field' : ''}`}>
      <label for={id}>{memberText(name)}</label>
      <Input
        id={id}
        control={control}
        schema={schema}
        isOptional={isOptional}
        isDisabled={isDisabled}
        isWrong={problem !== undefined}
        text={textOf(control, value)}
        onWrite={write}
      />
      {problem !== undefined && (
        <span class="bad" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

interface InputProps {
  id: string;
  control: Control;
  schema: Schema;
  isOptional: boolean;
  isDisabled: boolean;
  isWrong: boolean;
  text: string;
  onWrite: (text: string) => unknown;
}

function Input({ id, control, schema, isOptional, isDisabled, isWrong, text, onWrite }: InputProps) {
  const shared = {
    id,
    value: text,
    disabled: isDisabled,
    'aria-invalid': isWrong,
    dir: 'auto' as const,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onWrite(currentTarget.value),
  };
  if (control === 'select')
    return (
      <select {...shared}>
        {(isOptional || text === '') && <option value="" />}
        {present(schema).enum?.map((each) => (
          <option key={String(each)} value={String(each)}>
            {String(each).replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    );
  if (control === 'long' || control === 'json')
    return (
      <textarea
        {...shared}
        class={control === 'json' ? 'figure' : ''}
        rows={Math.min(12, Math.max(isOptional ? 1 : 3, text.split('\n').length))}
        spellcheck={false}
      />
    );
  const hint = isNullable(schema) ? 'none' : control === 'words' ? 'separated by commas' : '';
  return (
    <input
      {...shared}
      type="text"
      inputMode={control === 'number' ? 'decimal' : 'text'}
      class={control === 'date' || control === 'number' ? 'figure' : ''}
      placeholder={hint}
    />
  );
}

interface FlagsProps {
  name: string;
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => unknown;
}

function Flags({ name, schema, value, onChange }: FlagsProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset class="wide-field">
      <legend class="soft">{memberText(name)}</legend>
      <div class="line">
        {present(schema).items?.enum?.map((each) => (
          <label key={String(each)} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(each)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, each] : chosen.filter((other) => other !== each))
              }
            />
            {String(each)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
