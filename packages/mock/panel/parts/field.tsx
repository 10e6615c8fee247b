/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

interface FieldProps {
  label: string;
  hint?: string;
  children: ComponentChildren;
}

/** A control with its label above it. */
export function Field({ label, hint, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label class="field">
      <span class="field-label strong">{label}</span>
      {hint && <span class="soft">{hint}</span>}
      {children}
    </label>
  );
}

interface SelectProps<Value extends string> {
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** The accessible name, for a select without a label. */
  label?: string;
}

export function Select<Value extends string>({ value, options, onChange, label, ...rest }: SelectProps<Value>) {
  return (
    <select
      {...rest}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
