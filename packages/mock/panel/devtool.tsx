/** @jsxImportSource preact */
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Shell } from './shell/shell.tsx';
import type { Panel } from './state/panel.ts';

/** The state that outlasts a reload of the page. */
interface Remembered {
  readonly isOpen: boolean;
  /** Height of the drawer in pixels. */
  readonly height: number;
  readonly place: string;
}

const storageKey = 'issue-tracking-mock.devtool';
const leastHeight = 200;
const heightStep = 40;

/** A button in a corner of the page with the number of rejected requests, and the drawer with the panel that it opens. */
export function Devtool({ panel, host }: { panel: Panel; host: HTMLElement }) {
  const [{ isOpen, height }, setState] = useState(remembered);
  const corner = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const rejected = panel.requests.entries.value.filter(({ reason }) => reason !== undefined).length;
  const resize = (to: number) =>
    setState({ ...remembered(), isOpen, height: Math.min(Math.max(to, leastHeight), innerHeight - heightStep) });

  // All of it at once: what follows the drawer's appearance must find it remembered, and the focus watched.
  useLayoutEffect(() => {
    const [path = '', query = ''] = remembered().place.split('?');
    panel.go(path, { query });
  }, [panel]);
  useLayoutEffect(
    () => effect(() => remember({ isOpen, height, place: panel.location.value })),
    [panel, isOpen, height],
  );
  useLayoutEffect(() => (isOpen ? reserveSpace(height) : undefined), [isOpen, height]);
  useLayoutEffect(() => (isOpen ? watchFocus(host, () => drawer.current, close) : undefined), [host, isOpen]);

  function close() {
    setState({ ...remembered(), isOpen: false });
  }

  function onKeyDown(event: KeyboardEvent) {
    const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
    if (event.key !== 'Escape' || event.defaultPrevented || isInDialog) return;
    close();
    corner.current?.focus();
  }

  return (
    <>
      <button
        ref={corner}
        type="button"
        class="corner themed"
        style={{ bottom: `${isOpen ? height + 12 : 12}px` }}
        aria-expanded={isOpen}
        aria-label={`Mock: ${rejected} rejected`}
        onClick={() => setState({ ...remembered(), isOpen: !isOpen })}
      >
        Mock <span class={`count ${rejected > 0 ? 'bad' : ''}`}>{rejected}</span>
      </button>
      {isOpen && (
        <section ref={drawer} class="drawer" aria-label="Mock" style={{ height: `${height}px` }} onKeyDown={onKeyDown}>
          <hr
            class="resizer"
            aria-orientation="horizontal"
            aria-label="Height of the panel"
            aria-valuenow={height}
            tabIndex={0}
            onKeyDown={({ key }) => {
              if (key === 'ArrowUp') resize(height + heightStep);
              if (key === 'ArrowDown') resize(height - heightStep);
            }}
            onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
            onPointerMove={({ currentTarget, pointerId, clientY }) => {
              if (currentTarget.hasPointerCapture(pointerId)) resize(Math.round(innerHeight - clientY));
            }}
          />
          <Shell panel={panel} />
        </section>
      )}
    </>
  );
}

function remembered(): Remembered {
  const initial: Remembered = { isOpen: false, height: Math.round(innerHeight / 2), place: 'requests' };
  try {
    return { ...initial, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') };
  } catch {
    // The page may use no storage, or another program has written there.
    return initial;
  }
}

function remember(state: Remembered): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(state));
  } catch {
    // As above.
  }
}

/** Lets the page scroll as far as the drawer covers it. @returns a function that ends it. */
function reserveSpace(height: number): () => void {
  const { documentElement, body } = document;
  const before = [documentElement.style.scrollPaddingBottom, body.style.paddingBottom] as const;
  documentElement.style.scrollPaddingBottom = body.style.paddingBottom = `${height}px`;
  return () => {
    [documentElement.style.scrollPaddingBottom, body.style.paddingBottom] = before;
  };
}

/** Moves a focused element of the page out from under the drawer, or closes the drawer. @returns a function that ends it. */
function watchFocus(host: HTMLElement, drawer: () => HTMLElement | null, close: () => void): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === host) return;
    const isCovered = () =>
      target.getBoundingClientRect().bottom > (drawer()?.getBoundingClientRect().top ?? innerHeight);
    if (isCovered()) target.scrollIntoView({ block: 'nearest' });
    if (isCovered()) close();
  };
  document.addEventListener('focusin', onFocus);
  return () => document.removeEventListener('focusin', onFocus);
}
