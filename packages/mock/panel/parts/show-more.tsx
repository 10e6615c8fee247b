/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

interface More {
  shown: number;
  total: number;
  onMore: () => void;
}

/** Returns the first items of a list, and the props to show more. Another `key` starts over. */
export function useIncrementalList<Item>(
  items: readonly Item[],
  step: number,
  key = '',
): { first: readonly Item[]; more: More & { step: number } } {
  const [requested, setRequested] = useState({ key, count: step });
  // Not in an effect, which may run after the next click.
  const count = requested.key === key ? requested.count : step;
  const first = items.slice(0, count);
  const onMore = () => setRequested({ key, count: count + step });
  return { first, more: { step, shown: first.length, total: items.length, onMore } };
}

/** The number of shown items, and a button that shows more. */
export function ShowMore({ step, shown, total, onMore }: More & { step: number }) {
  if (shown === total) return null;
  return (
    <p class="pager line">
      <span class="figure">
        {shown} of {total}
      </span>
      <Button look="quiet" onClick={onMore}>
        Show {Math.min(step, total - shown)} more
      </Button>
    </p>
  );
}
