/** @jsxImportSource preact */
import type { JSX } from 'preact';
import { usePanel } from '../state/panel.ts';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'icon' | 'type' | 'class'> & {
  class?: string;
  look?: 'plain' | 'primary' | 'quiet';
  type?: 'button' | 'submit';
  icon?: IconName | undefined;
};

export function Button({ look = 'plain', type = 'button', icon, children, class: name = '', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} class={`button ${look} ${name}`}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button that is an icon, with its name. */
export function IconButton({ name, ...rest }: Omit<ButtonProps, 'icon'> & { icon: IconName; name: string }) {
  return <Button look="quiet" {...rest} aria-label={name} title={name} />;
}

interface CopyButtonProps {
  /** What is copied: `the key acme-demo`. */
  what: string;
  text: () => string | Promise<string>;
  label?: string;
}

export function CopyButton({ what, text, label }: CopyButtonProps) {
  const panel = usePanel();
  const copy = () => panel.copy(what, text());
  if (label === undefined) return <IconButton icon="copy" name={`Copy ${what}`} onClick={copy} />;
  return (
    <Button look="quiet" onClick={copy}>
      {label}
    </Button>
  );
}
