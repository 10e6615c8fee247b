/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';

interface FormProps {
  /** The text of the button that submits the form. */
  submit: string;
  /** Called with the values of the named controls. */
  onSubmit: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => unknown;
  children: ComponentChildren;
  /** Buttons after the one that submits it. */
  more?: ComponentChildren;
  /** Whether its button stands beside the control. */
  isInline?: boolean;
}

/** A form. The controls keep what was typed. */
export function Form({ submit, onSubmit, children, more, isInline = false }: FormProps) {
  const buttons = (
    <>
      <Button type="submit" look={isInline ? 'plain' : 'primary'}>
        {submit}
      </Button>
      {more}
    </>
  );
  return (
    <form
      class={isInline ? 'inline-form line' : 'stack'}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        // No control takes files.
        onSubmit(Object.fromEntries(new FormData(form)) as Record<string, string>, form);
      }}
    >
      {children}
      {isInline ? buttons : <div class="line">{buttons}</div>}
    </form>
  );
}
