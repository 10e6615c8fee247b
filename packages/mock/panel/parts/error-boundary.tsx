/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { Button } from './button.tsx';
import { Empty } from './texts.tsx';

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
