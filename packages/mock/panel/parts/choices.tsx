/** @jsxImportSource preact */
import { useRovingFocus } from './use-roving-focus.ts';

interface ChoicesProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string; count?: number | undefined }[];
  onChange: (value: Value) => void;
}

/** Buttons side by side, one of them pressed. */
export function Choices<Value extends string>({ label, value, options, onChange }: ChoicesProps<Value>) {
  const roving = useRovingFocus<HTMLFieldSetElement>();
  return (
    // Its keys only move the focus within the group.
    <fieldset class="choices line" aria-label={label} {...roving}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text} {option.count !== undefined && <span class="count soft figure">{option.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
