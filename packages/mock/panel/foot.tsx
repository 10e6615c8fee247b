/** @jsxImportSource preact */
import { IconButton, UndoButton } from './parts/button.tsx';
import { Icon } from './parts/icon.tsx';
import { Words } from './parts/texts.tsx';
import { useLastChange } from './state/live.ts';
import { type Message, usePanel } from './state/panel.ts';

const themes = ['auto', 'light', 'dark'] as const;

/** The line at the foot: the last message, or the last change that can be undone. */
export function Foot() {
  const panel = usePanel();
  const last = useLastChange();
  const said = panel.message.value;
  const lastWords = last && !panel.isLost.value ? { text: last.words, isError: false, undo: last.id } : null;
  const message: Message | null = said ?? lastWords;
  const theme = panel.theme.value;
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  return (
    <footer class="foot bar">
      <div class="message bar grow" role="status">
        {message && (
          <>
            <span class={`cut ${message.isError ? 'bad' : ''}`} title={message.text}>
              <Icon name={message.isError ? 'rejected' : 'passed'} />{' '}
              <span dir="auto">
                <Words text={said ? message.text : `Last change: ${message.text}`} />
              </span>
            </span>
            {message.undo !== null && <UndoButton id={message.undo} words={message.text} />}
          </>
        )}
      </div>
      {!panel.isEmbedded && (
        <IconButton
          icon="theme"
          name={`Theme: ${theme}. Switch to ${next}`}
          onClick={() => {
            panel.theme.value = next;
          }}
        />
      )}
    </footer>
  );
}
