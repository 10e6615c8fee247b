/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

interface PillProps {
  children: ComponentChildren;
  onClick: () => void;
  isPressed?: boolean;
  isCurrent?: boolean;
  disabled?: boolean;
}

/** A small choice among others. */
export function Pill({ children, onClick, isPressed, isCurrent, disabled = false }: PillProps) {
  return (
    <button
      type="button"
      class="pill"
      aria-pressed={isPressed}
      aria-current={isCurrent ? 'page' : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
