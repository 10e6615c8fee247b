/** @jsxImportSource preact */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { usePanel } from '../state/panel.ts';
import { type Command, commandsOf } from './commands.ts';

/** Every command by its name. */
export function CommandPalette() {
  const panel = usePanel();
  return panel.paletteOpen.value ? <Palette onClose={() => (panel.paletteOpen.value = false)} /> : null;
}

function Palette({ onClose }: { onClose: () => void }) {
  const panel = usePanel();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = search(commandsOf(panel), text);

  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at, text]);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const next: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const wanted = next[event.key];
    if (wanted !== undefined && found.length > 0) setAt((wanted + found.length) % found.length);
    else if (event.key === 'Enter') run(found[at]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog label="Commands" class="palette" onClose={onClose}>
      <input
        autoFocus
        type="text"
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        placeholder="Type what to do: “slow”, “advance 1 hour”, “fail issues”…"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} class="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          // The keys are the field's, which has the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={`${command.group} ${command.text}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span class="group">{command.group}</span>
            <span>{command.text}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="palette-none">No command has all of these words.</p>}
    </Dialog>
  );
}

/** The commands that have every word. */
function search(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter((command) => {
    const whole = `${command.group} ${command.text}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}
