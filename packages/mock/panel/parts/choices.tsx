/** @jsxImportSource preact */
import { useRoving } from './use-roving.ts';

interface ChoicesProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string; count?: number }[];
  onChange: (value: Value) => void;
}

/** One of a few, side by side. */
export function Choices<Value extends string>({ label, value, options, onChange }: ChoicesProps<Value>) {
  const roving = useRoving<HTMLFieldSetElement>();
  return (
    // The group's only keys are those that move within it.
    <fieldset class="choices" aria-label={label} {...roving}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
          {option.count !== undefined && <span class="count">{option.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
