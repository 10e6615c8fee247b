/** @jsxImportSource preact */
interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
  class?: string;
}

export function Select<Value extends string>({ label, value, options, onChange, class: name }: SelectProps<Value>) {
  return (
    <select
      class={name}
      aria-label={label}
      value={value}
      // The options are of this type.
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
