/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { Reading } from '../../transport/answers.ts';

/** The choices where the specification leaves something open, changed while the mock runs. */
export function Readings({ readings: current }: { readings: Readonly<Record<string, unknown>> }) {
  const { data = [] } = useLive<readonly Reading[]>('readings');
  const readings = [...data].sort((a, b) => (a.name < b.name ? -1 : 1));
  const [name, setName] = useState('');
  const reading = readings.find((each) => each.name === name) ?? readings[0];
  if (!reading) return null;
  return (
    <section class="block" aria-label="Readings">
      <h3>Readings</h3>
      <p class="soft">What the mock does where the specification leaves something open.</p>
      <div class="inline-form">
        <Field label="Reading" hint={`It says ${reading.description}.`}>
          <Select
            value={reading.name}
            options={readings.map((each) => ({ value: each.name, text: each.name }))}
            onChange={setName}
          />
        </Field>
      </div>
      <Choice key={reading.name} reading={reading} now={current[reading.name]} />
    </section>
  );
}

/** Stands for what is no choice in the list. A choice is its own JSON there, which these are not. */
const [other, inCode] = ['other', 'in code'];

function Choice({ reading: { name, choices, or }, now }: { reading: Reading; now: unknown }) {
  const panel = usePanel();
  // Until something else is chosen, what is so now.
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState<string>();
  const isListed = choices.some((choice) => JSON.stringify(choice) === JSON.stringify(now));
  const shown = chosen ?? (now === undefined ? inCode : isListed ? JSON.stringify(now) : other);
  const shownText = text ?? (isListed || now === undefined ? '' : wholeText(now));

  async function set(event: Event) {
    event.preventDefault();
    const choice = shown === other ? wordOrJson(shownText) : JSON.parse(shown);
    await panel.change(`Reading ${name}: ${choiceText(choice)}`, [
      'PATCH',
      'settings',
      { readings: { [name]: choice } },
    ]);
    setChosen(undefined);
    setText(undefined);
  }

  return (
    <form class="inline-form" onSubmit={set}>
      <Field label="Choice">
        <Select
          value={shown}
          options={[
            ...choices.map((choice) => ({ value: JSON.stringify(choice), text: choiceText(choice) })),
            ...(or === undefined ? [] : [{ value: other, text: 'something else' }]),
            ...(now === undefined ? [{ value: inCode, text: 'a function, given in code' }] : []),
          ]}
          onChange={setChosen}
        />
      </Field>
      {shown === other && (
        <Field label={`Any other: ${or}`}>
          <input
            type="text"
            required
            spellcheck={false}
            value={shownText}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Field>
      )}
      <Button type="submit" disabled={shown === inCode}>
        Set
      </Button>
    </form>
  );
}

function wholeText(choice: unknown): string {
  return typeof choice === 'string' ? choice : JSON.stringify(choice);
}

function choiceText(choice: unknown): string {
  const text = wholeText(choice);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function wordOrJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
