/** @jsxImportSource preact */
import type { ComponentChildren, JSX } from 'preact';
import { usePanel } from '../state/panel.ts';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'icon' | 'class'> & {
  class?: string;
  /** A pill is a small choice among others, an item a line of a menu. */
  look?: 'plain' | 'primary' | 'quiet' | 'pill' | 'item';
  icon?: IconName;
  /** Words at the other end. */
  hint?: string;
};

export function Button({ look = 'plain', icon, hint, children, class: name = '', ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} class={`button ${look} ${name}`}>
      {icon && <Icon name={icon} />}
      {children}
      {hint && <span class="soft hint">{hint}</span>}
    </button>
  );
}

/** A button that is an icon, with its name. */
export function IconButton({ name, ...rest }: ButtonProps & { icon: IconName; name: string }) {
  return <Button look="quiet" {...rest} aria-label={name} title={name} />;
}

interface TabProps {
  place: string;
  isShown: boolean;
  children: ComponentChildren;
}

/** A link to a view, or to a kind of records. */
export function Tab({ place, isShown, children }: TabProps) {
  const panel = usePanel();
  return (
    <a
      class="bar"
      href={`#/${place}`}
      aria-current={isShown ? 'page' : undefined}
      onClick={(event) => {
        // A mounted panel must not change the URL of the application's page.
        event.preventDefault();
        panel.reopen(place);
      }}
    >
      {children}
    </a>
  );
}

interface CopyButtonProps {
  /** What is copied: `the key acme-demo`. */
  what: string;
  text: () => string | Promise<string>;
}

export function CopyButton({ what, text }: CopyButtonProps) {
  const panel = usePanel();
  return <IconButton icon="copy" name={`Copy ${what}`} onClick={() => panel.copy(what, text())} />;
}

/** Takes a change back. */
export function UndoButton({ id, words, ...rest }: ButtonProps & { id: string; words: string }) {
  const panel = usePanel();
  return (
    <Button look="quiet" icon="undo" aria-label={`Undo: ${words}`} {...rest} onClick={() => panel.undo(id, words)}>
      Undo
    </Button>
  );
}

/** Whether the focus goes on to what a click opens: after a key, and where the list makes room for it. The pointer stays in the list. */
export function goesOn({ detail, currentTarget }: { detail: number; currentTarget: Element }): boolean {
  return detail === 0 || getComputedStyle(currentTarget).getPropertyValue('--is-alone').trim() === '1';
}
