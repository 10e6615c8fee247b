import { useEffect, useState } from 'react';
import { errorText, isWorthRetrying, secondsToWait } from './texts.ts';

/** Shows an error, with a retry button if a retry can help. Counts `Retry-After` down. */
export function FailureBanner({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const secondsLeft = useCountdown(error);
  const mustWait = secondsLeft !== undefined && secondsLeft > 0;
  return (
    <div className="banner">
      {/* Said once: a text that changes each second would be read out each second. */}
      <p role="alert" className={secondsLeft === undefined ? undefined : 'visually-hidden'}>
        {errorText(error)}
      </p>
      {secondsLeft !== undefined && <p aria-hidden="true">{errorText(error, secondsLeft)}</p>}
      {secondsLeft === 0 && (
        <p role="status" className="visually-hidden">
          You can try again now.
        </p>
      )}
      {isWorthRetrying(error) && (
        <button type="button" className="button" aria-disabled={mustWait} onClick={() => !mustWait && onRetry()}>
          Try again
        </button>
      )}
    </div>
  );
}

/** The seconds until a retry makes sense, counted down to 0; `undefined` when there is nothing to wait for. */
function useCountdown(error: unknown): number | undefined {
  const [left, setLeft] = useState(() => secondsToWait(error));
  useEffect(() => {
    const seconds = secondsToWait(error);
    setLeft(seconds);
    if (seconds === undefined) return;
    // From the end, not by counting ticks: a page in the background gets few of them.
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
