/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { Words } from '../parts/texts.tsx';
import { useFound, useLastChange, useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { type Command, commandsFor } from './commands.ts';

/** Commands that are shown. */
const most = 12;

/** A line that takes commands: `#33`, `fail issues.update 503`, `advance 15 min`, `copy curl`, `slow`. */
export function Palette() {
  const panel = usePanel();
  const endpoints = useLive('endpoints') ?? [];
  const last = useLastChange();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const commands = [...useIssues(text), ...commandsFor({ panel, endpoints, last }, text)].slice(0, most);
  const chosen = Math.min(at, commands.length - 1);
  const close = () => {
    panel.isPaletteOpen.value = false;
  };
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    void command.run();
  };

  return (
    <Dialog label="Commands" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={commands[chosen] && `${id}-${chosen}`}
        placeholder="#33, fail issues.update, advance 15 min, copy curl"
        autoFocus
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') run(commands[chosen]);
          else if (event.key === 'ArrowDown') setAt((chosen + 1) % commands.length);
          else if (event.key === 'ArrowUp') setAt((chosen + commands.length - 1) % commands.length);
          else return;
          event.preventDefault();
        }}
      />
      <div id={id} role="listbox" aria-label="Commands">
        {commands.map((command, index) => (
          // The input has the focus and handles the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={`${command.text} ${command.hint}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            class="button item"
            onClick={() => run(command)}
          >
            <span class="cut">
              <Words text={command.text} />
            </span>
            {command.hint && <span class="soft hint">{command.hint}</span>}
          </div>
        ))}
      </div>
      {commands.length === 0 && (
        <p class="soft nothing">No such command. There are “save NAME”, “fail issues.get 503”, “advance 2 h”.</p>
      )}
    </Dialog>
  );
}

/** Opens the issues of a typed number. */
function useIssues(text: string): Command[] {
  const panel = usePanel();
  const number = Number(/^#?(\d+)$/.exec(text.trim())?.[1]);
  const where = { issueNumber: number };
  const found = useFound('issues', Number.isNaN(number) ? null : { where, take: 8 });
  return (found?.data ?? []).map(({ projectId, title }) => ({
    text: `Open #${number} ${title}`,
    hint: String(projectId),
    run: () => panel.open(['data', 'issues', String(projectId), number]),
  }));
}
