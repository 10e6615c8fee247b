import { useId, useState } from 'react';
import { errorText } from './texts.ts';

/** Options of {@link ChoiceField}. */
export interface ChoiceFieldProps<Value extends string, Choice extends Value> {
  label: string;
  value: Value;
  /** The values that the API can set; users of the service set others. */
  values: readonly Choice[];
  names: Readonly<Record<Value, string>>;
  /** Changes it; rejects when the service does. */
  onChange(to: Choice): Promise<void>;
}

/** Something of an issue that one can change: the new value shows at once, and a rejection beside it brings back the old one. */
export function ChoiceField<Value extends string, Choice extends Value>(props: ChoiceFieldProps<Value, Choice>) {
  const { label, value, values, names, onChange } = props;
  const field = useId();
  const [current, setCurrent] = useState(value);
  const [isSaving, setIsSaving] = useState(false);
  const [rejection, setRejection] = useState('');

  async function change(to: Choice): Promise<void> {
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
    <div className="field">
      <label htmlFor={field}>{label}</label>
      <select
        id={field}
        value={current}
        // `disabled` would take the focus away while it is saved.
        aria-disabled={isSaving}
        aria-describedby={`${field}-rejection`}
        onChange={({ target }) => {
          const to = values.find((each) => each === target.value);
          if (to && !isSaving) void change(to);
        }}
      >
        {[...new Set<Value>([...values, current])].map((each) => (
          <option key={each} value={each} disabled={!values.some((settable) => settable === each)}>
            {names[each]}
          </option>
        ))}
      </select>
      <p id={`${field}-rejection`} className="rejection" role="alert">
        {rejection}
      </p>
    </div>
  );
}
