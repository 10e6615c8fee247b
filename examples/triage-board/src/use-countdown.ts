import { useEffect, useState } from 'react';

/** Seconds left of a wait, counted down to 0; `undefined` when there is nothing to wait for. A new `reason` begins anew. */
export function useCountdown(seconds: number | undefined, reason: unknown): number | undefined {
  const [left, setLeft] = useState(seconds);

  // biome-ignore lint/correctness/useExhaustiveDependencies: two waits of the same length have different reasons
  useEffect(() => {
    setLeft(seconds);
    if (seconds === undefined) return;
    // From the end, not by counting ticks: a page in the background gets few of them.
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, reason]);

  return left;
}
