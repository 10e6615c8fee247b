/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { usePanel } from '../../state/panel.ts';

/** The choices where the specification leaves something open, changed while the mock runs. */
export function Readings({ readings }: { readings: Readonly<Record<string, unknown>> }) {
  const panel = usePanel();
  const names = Object.keys(readings).sort();
  const [name, setName] = useState(names[0] ?? '');
  const [text, setText] = useState('');

  async function set(event: Event) {
    event.preventDefault();
    const changed = await panel.change(`Reading ${name}: ${text}`, () =>
      panel.ask('PATCH', 'settings', { readings: { [name]: wordOrJson(text) } }),
    );
    if (changed !== undefined) setText('');
  }

  return (
    <section class="block" aria-label="Readings">
      <h3>Readings</h3>
      <p class="soft">What the mock does where the specification leaves something open.</p>
      <form class="inline-form" onSubmit={set}>
        <Field label="Reading">
          <Select value={name} options={names.map((value) => ({ value, text: value }))} onChange={setName} />
        </Field>
        <Field label={`Now ${choiceText(readings[name])}`}>
          <input
            type="text"
            required
            spellcheck={false}
            placeholder="a word, or JSON"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Field>
        <Button type="submit">Set</Button>
      </form>
    </section>
  );
}

function choiceText(choice: unknown): string {
  const text = typeof choice === 'string' ? choice : (JSON.stringify(choice) ?? 'by a function');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function wordOrJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
