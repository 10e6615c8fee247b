/** @jsxImportSource preact */
import type { JSX } from 'preact';

type FormProps = Omit<JSX.IntrinsicElements['form'], 'onSubmit'> & {
  onSubmit: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => unknown;
};

/** A form that passes its values, by the names of its fields. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        // The panel's forms have no files.
        const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
        void onSubmit(values, event.currentTarget);
      }}
    />
  );
}

type SelectProps<Value extends string> = Omit<
  JSX.IntrinsicElements['select'],
  'onChange' | 'children' | 'role' | 'size'
> & {
  options: readonly (readonly [value: Value, text: string])[];
  onChange?: (value: Value) => unknown;
};

export function Select<Value extends string>({ options, onChange, ...rest }: SelectProps<Value>) {
  return (
    <select
      {...rest}
      // The options are of this type.
      onChange={({ currentTarget }) => onChange?.(currentTarget.value as Value)}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
