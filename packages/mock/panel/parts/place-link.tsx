/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { usePanel } from '../state/panel.ts';

interface PlaceLinkProps {
  /** A place in the panel, such as `data/prj_web/33`. */
  to: string;
  isCurrent?: boolean;
  children: ComponentChildren;
}

/** A link within the panel. A mounted panel must not change the URL of the application's page. */
export function PlaceLink({ to, isCurrent = false, children }: PlaceLinkProps) {
  const panel = usePanel();
  return (
    <a
      href={`#/${to}`}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        event.preventDefault();
        panel.go(to);
      }}
    >
      {children}
    </a>
  );
}
