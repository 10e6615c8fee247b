/** @jsxImportSource preact */
import { Select } from '../../parts/field.tsx';
import { usePanel } from '../../state/panel.ts';
import type { BehaviorOption } from '../../transport/responses.ts';

interface BehaviorChoiceProps {
  option: BehaviorOption;
  /** The present value, which may be none of the choices. */
  now: unknown;
}

/** A select with the choices of a behavior option, the default first. */
export function BehaviorChoice({ option: { name, choices }, now }: BehaviorChoiceProps) {
  const panel = usePanel();
  const isListed = choices.some((choice) => isSame(choice, now));
  const offered = (isListed ? choices : [...choices, now]).map((choice) => ({
    value: JSON.stringify(choice),
    text: `${choiceText(choice)}${isSame(choice, choices[0]) ? ' (default)' : ''}`,
  }));
  return (
    <Select
      label={`Choice of ${name}`}
      value={JSON.stringify(now)}
      options={offered}
      onChange={(value) => {
        const choice = JSON.parse(value);
        void panel.change(`Behavior ${name}: ${choiceText(choice)}`, [
          'settings.change',
          { behavior: { [name]: choice } },
        ]);
      }}
    />
  );
}

/** Whether two values are the same as JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function choiceText(choice: unknown): string {
  const text = typeof choice === 'string' ? choice : JSON.stringify(choice);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
