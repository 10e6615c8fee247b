/** @jsxImportSource preact */
import { IconButton, UndoButton } from './parts/button.tsx';
import { Icon } from './parts/icon.tsx';
import { usePanel } from './state/panel.ts';

const themes = ['auto', 'light', 'dark'] as const;

/** The line at the foot: the last message, and numbers. */
export function Foot() {
  const panel = usePanel();
  const message = panel.message.value;
  const entries = panel.requests.entries.value;
  const rejected = entries.filter(({ status }) => status === undefined || status >= 400).length;
  const theme = panel.theme.value;
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  return (
    <footer class="foot bar">
      <div class="message bar grow" role="status">
        {message && (
          <>
            <span class={`cut ${message.isError ? 'bad' : ''}`} title={message.text}>
              <Icon name={message.isError ? 'rejected' : 'passed'} /> <span dir="auto">{message.text}</span>
            </span>
            {message.undo !== null && <UndoButton id={message.undo} words={message.text} />}
          </>
        )}
      </div>
      <span class="soft figure wide">
        {entries.length.toLocaleString('en')} requests, {rejected.toLocaleString('en')} rejected
      </span>
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
