/** @jsxImportSource preact */
import type { ButtonHTMLAttributes } from 'preact';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'quiet';
}

export function Button({ look = 'plain', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} {...rest} class={`${look} ${rest.class ?? ''}`} />;
}
