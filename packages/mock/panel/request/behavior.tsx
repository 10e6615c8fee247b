/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { BehaviorOption } from '../../src/control/types.ts';
import { Select } from '../parts/form.tsx';
import { usePanel } from '../state/panel.ts';

const another = 'another value';

/** Chooses the value of a behavior option for the next requests: the default is first, and some take other values, as JSON. */
export function BehaviorChoice({ option: { name, choices, or }, now }: { option: BehaviorOption; now: unknown }) {
  const panel = usePanel();
  const [isTyping, setTyping] = useState(false);
  const present = JSON.stringify(now);
  const options = [...new Set([...choices.map((choice) => JSON.stringify(choice)), present])];
  const set = (json: string) =>
    panel.attempt(() => panel.tryChange('settings.change', { behavior: { [name]: JSON.parse(json) } }));
  return (
    <span class="line choice">
      <Select
        aria-label={name}
        value={isTyping ? another : present}
        options={[
          ...options.map((text, index) => [text, `${shown(text)}${index === 0 ? ' (default)' : ''}`] as const),
          ...(or === undefined ? [] : [[another, 'another value…'] as const]),
        ]}
        onChange={(value) => {
          setTyping(value === another);
          if (value !== another) void set(value);
        }}
      />
      {isTyping && (
        <input
          type="text"
          class="figure"
          aria-label={`${name} as JSON`}
          title={or}
          defaultValue={present}
          onChange={async ({ currentTarget }) => {
            if (await set(currentTarget.value)) setTyping(false);
          }}
        />
      )}
    </span>
  );
}

/** A choice as text: `"reject"` → `reject`. */
function shown(json: string): string {
  const text = json.replaceAll('"', '').replaceAll(/[{}]/g, '').replaceAll(':', ' ').replaceAll(',', ', ');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
