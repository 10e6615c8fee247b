/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { Button } from './button.tsx';

interface More {
  shown: number;
  total: number;
  onMore: () => void;
}

/** The first of many, and what there is to be shown besides; it begins again with another `key`. */
export function useFirst<Item>(
  items: readonly Item[],
  step: number,
  key = '',
): { first: readonly Item[]; more: More & { step: number } } {
  const [count, setCount] = useState(step);
  useEffect(() => setCount(step), [step, key]);
  const first = items.slice(0, count);
  return { first, more: { step, shown: first.length, total: items.length, onMore: () => setCount(count + step) } };
}

/** Says that there is more, and shows it. */
export function ShowMore({ step, shown, total, onMore }: More & { step: number }) {
  if (shown === total) return null;
  return (
    <p class="pager">
      <span class="figure">
        {shown} of {total}
      </span>
      <Button look="quiet" onClick={onMore}>
        Show {Math.min(step, total - shown)} more
      </Button>
    </p>
  );
}
