/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { BehaviorOption, Settings } from '../../transport/responses.ts';

/** The behavior options. Those that differ from their defaults come first. */
export function Behavior({ behavior: current }: Pick<Settings, 'behavior'>) {
  const { data = [] } = useLive<readonly BehaviorOption[]>(['behaviorOptions']);
  const [text, setText] = useState('');
  const choiceOf = (name: string): unknown => Reflect.get(current, name);
  const isChanged = ({ name, choices }: BehaviorOption) => !isSame(choiceOf(name), choices[0]);
  const found = data
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(text.trim().toLowerCase()))
    .toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)) || (a.name < b.name ? -1 : 1));
  const count = data.filter(isChanged).length;
  return (
    <section class="block" aria-label="Behavior">
      <h3>Behavior</h3>
      <p class="soft">
        How the mock behaves where the specification leaves something open.{' '}
        {count === 0 ? 'All options have their defaults.' : `${count} of ${data.length} differ from the default.`}
      </p>
      <div class="toolbar">
        <input
          type="search"
          aria-label="Search the behavior options"
          placeholder={`Search ${data.length} behavior options`}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      {found.length > 0 && (
        <ul class="cards">
          {found.map((option) => (
            <BehaviorCard key={option.name} option={option} now={choiceOf(option.name)} isChanged={isChanged(option)} />
          ))}
        </ul>
      )}
      {found.length === 0 && <p class="soft">No behavior option matches.</p>}
    </section>
  );
}

/** The value of the option for any other value. It can't collide: a choice's value is JSON. */
const other = 'other';

interface BehaviorCardProps {
  option: BehaviorOption;
  now: unknown;
  isChanged: boolean;
}

function BehaviorCard({ option: { name, description, choices, or }, now, isChanged }: BehaviorCardProps) {
  const panel = usePanel();
  const [isWriting, setWriting] = useState(false);
  const [text, setText] = useState<string>();
  const isListed = choices.some((choice) => isSame(choice, now));
  const isOther = isWriting || !isListed;
  const shown = isOther ? other : JSON.stringify(now);
  const shownText = text ?? (isListed ? '' : wholeText(now));

  async function set(choice: unknown) {
    await panel.change(`Behavior ${name}: ${choiceText(choice)}`, [
      'settings.change',
      { behavior: { [name]: choice } },
    ]);
    setWriting(false);
    setText(undefined);
  }

  return (
    <li class="card behavior-card">
      <span class="card-main">
        <code>{name}</code> {isChanged && <Badge text="changed" tone="behavior" />}
        <span class="soft">{withCode(sentence(description))}</span>
      </span>
      <form
        class="behavior-choice"
        onSubmit={(event) => {
          event.preventDefault();
          void set(wordOrJson(shownText));
        }}
      >
        <Select
          label={`Choice of ${name}`}
          value={shown}
          options={[
            ...choices.map((choice, index) => ({
              value: JSON.stringify(choice),
              text: `${choiceText(choice)}${index === 0 ? ' (default)' : ''}`,
            })),
            ...(or === undefined ? [] : [{ value: other, text: 'another value' }]),
          ]}
          onChange={(value) => {
            setWriting(value === other);
            if (value !== other) void set(JSON.parse(value));
          }}
        />
        {isOther && (
          <>
            <Field label={`Another value: ${or ?? ''}`}>
              <input
                type="text"
                required
                spellcheck={false}
                value={shownText}
                onInput={({ currentTarget }) => setText(currentTarget.value)}
              />
            </Field>
            <Button type="submit" aria-label={`Set ${name}`}>
              Set
            </Button>
          </>
        )}
      </form>
    </li>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Descriptions begin in lower case and have no full stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns a text with the parts between backticks as code. */
function withCode(text: string): ComponentChildren[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
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
