/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { usePanel } from '../state/panel.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export type Tone = 'good' | 'warn' | 'bad' | 'fault' | 'soft' | 'accent';

/** Words of the mock: `code` in backticks, and arrows, which are drawn, because some fonts have none. */
export function Words({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/(`[^`]*`|→)/)
        .map((part, index) =>
          part.startsWith('`') ? (
            <code key={index}>{part.slice(1, -1)}</code>
          ) : part === '→' ? (
            <Arrow key={index} />
          ) : (
            part
          ),
        )}
    </>
  );
}

function Arrow() {
  return (
    <>
      <Icon name="arrow" />
      <span class="unseen">→</span>
    </>
  );
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty stack">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** The heading of a pane, `of` the places that begin so. It gets the focus where it is what the eye goes to. */
export function Heading({ of, class: name, children }: { of: string; class: string; children: ComponentChildren }) {
  const panel = usePanel();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (panel.takeFocus(of)) heading.current?.focus();
  }, [panel, of, panel.focused]);
  return (
    <h2 ref={heading} class={name} tabIndex={-1} dir="auto">
      {children}
    </h2>
  );
}

/** Shows an error in place of its content, so that the rest of the panel stays usable, until another place is shown. */
export function ErrorBoundary({ place, children }: { place: string; children: ComponentChildren }) {
  // biome-ignore lint/suspicious/noConsole: the stack is for developers
  const [error, retry] = useErrorBoundary((thrown) => console.error(thrown));
  useEffect(retry, [place]);
  if (!error) return children;
  return (
    <Empty title="This view can’t be shown">
      <p role="alert">{error.message}</p>
      <Button onClick={retry}>Try again</Button>
    </Empty>
  );
}
