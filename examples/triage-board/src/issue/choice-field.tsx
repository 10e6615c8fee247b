import { type ReactNode, useId, useState } from 'react';
import { errorText } from '../error-text.ts';

/** Options of {@link ChoiceField}. */
export interface ChoiceFieldProps<Value extends string> {
  label: string;
  /** The selected value. */
  value: Value;
  /** The available values. */
  values: readonly Value[];
  names: Readonly<Record<Value, string>>;
  /** Changes it; rejects when the service does. */
  onChange(to: Value): Promise<void>;
}

/** Something of an issue that one can change: the new value shows at once, and a rejection beside it brings back the old one. */
export function ChoiceField<Value extends string>({ label, value, values, names, onChange }: ChoiceFieldProps<Value>) {
  const field = useId();
  const [current, setCurrent] = useState(value);
  const [isSaving, setIsSaving] = useState(false);
  const [rejection, setRejection] = useState('');

  async function change(to: Value): Promise<void> {
    setCurrent(to);
    setRejection('');
    setIsSaving(true);
    try {
      await onChange(to);
    } catch (error) {
      setCurrent(current);
      setRejection(errorText(error));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <div className="choice-field">
      <label htmlFor={field}>{label}</label>
      <select
        id={field}
        value={current}
        // `disabled` would take the focus away while it is saved.
        aria-disabled={isSaving}
        aria-describedby={rejection ? `${field}-rejection` : undefined}
        onChange={({ target }) => {
          const to = values.find((each) => each === target.value);
          if (to && !isSaving) void change(to);
        }}
      >
        {values.map((each) => option(each, names[each]))}
        {/* Users of the service set some statuses that the API can't set. */}
        {!values.includes(current) && option(current, names[current], true)}
      </select>
      {rejection && (
        <p id={`${field}-rejection`} className="field-error" role="alert">
          {rejection}
        </p>
      )}
    </div>
  );
}

function option(value: string, name: string, disabled = false): ReactNode {
  return (
    <option key={value} value={value} disabled={disabled}>
      {name}
    </option>
  );
}
