/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { Select } from '../parts/form.tsx';
import type { Schema } from '../state/live.ts';
import { controlOf, isNullable, parsed, present, textOf } from './controls.ts';
import { memberText, wideMembers } from './kinds.ts';

export interface FieldProps {
  name: string;
  schema: Schema;
  value: unknown;
  /** Changes the member. @returns a message if the mock does not accept the value. */
  onChange: (value: unknown) => Promise<string | undefined>;
  isDisabled?: boolean;
  /** Words of an empty control, which leaves the member out. */
  empty?: string;
}

/** A control for a member, made from its schema. What is entered holds at once; the timeline has its Undo. */
export function Field({ name, schema, value, onChange, isDisabled = false, empty }: FieldProps) {
  const [problem, setProblem] = useState<string>();
  // A change from elsewhere does not take away what is being typed.
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const control = controlOf(schema, name);
  const text = textOf(control, value);
  const commit = async (entered: unknown) => {
    const message = await onChange(entered);
    setProblem(message);
    if (message === undefined) setTyped(undefined);
  };
  const write = (entered: string) => {
    if (entered === '' && empty !== undefined) return commit(undefined);
    if (entered === '' && isNullable(schema)) return commit(null);
    try {
      return commit(parsed(control, entered));
    } catch (error) {
      return setProblem((error as Error).message);
    }
  };
  if (control === 'flags') return <Flags name={name} schema={schema} value={value} onChange={onChange} />;
  if (control === 'flag')
    return <Flag text={memberText(name)} isDisabled={isDisabled} isOn={value === true} onChange={commit} />;

  const isLong = control === 'long' || control === 'json';
  const shared = {
    id,
    value: typed ?? text,
    disabled: isDisabled,
    'aria-invalid': problem !== undefined,
    dir: 'auto',
  } as const;
  const line = {
    ...shared,
    class: /json|date|number/.test(control) ? 'figure' : '',
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped(currentTarget.value === text ? undefined : currentTarget.value),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => write(currentTarget.value),
  };
  const choices = present(schema).enum?.map(String) ?? [];
  return (
    <div class={`field ${isLong || wideMembers.includes(name) ? 'wide-field' : ''}`}>
      <label for={id}>{memberText(name)}</label>
      {control === 'select' ? (
        <Select
          {...shared}
          value={text === empty ? '' : shared.value}
          options={[
            ...(empty !== undefined || text === '' ? [['', empty ?? ''] as const] : []),
            ...choices.filter((each) => each !== empty).map((each) => [each, each] as const),
          ]}
          onChange={write}
        />
      ) : isLong ? (
        <textarea
          {...line}
          rows={Math.max(empty === undefined ? 3 : 1, text.split('\n').length)}
          placeholder={empty}
          spellcheck={false}
        />
      ) : (
        <input
          {...line}
          type="text"
          inputMode={control === 'number' ? 'decimal' : 'text'}
          placeholder={empty ?? (isNullable(schema) ? 'none' : control === 'words' ? 'separated by commas' : '')}
        />
      )}
      {problem !== undefined && (
        <span class="bad" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

interface FlagProps {
  text: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => unknown;
}

function Flag({ text, isOn, isDisabled = false, onChange }: FlagProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        disabled={isDisabled}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      {text}
    </label>
  );
}

function Flags({ name, schema, value, onChange }: FieldProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset class="wide-field">
      <legend class="soft">{memberText(name)}</legend>
      <div class="line">
        {present(schema).items?.enum?.map((each) => (
          <Flag
            key={String(each)}
            text={String(each)}
            isOn={chosen.includes(each)}
            onChange={(isOn) => onChange(isOn ? [...chosen, each] : chosen.filter((other) => other !== each))}
          />
        ))}
      </div>
    </fieldset>
  );
}
