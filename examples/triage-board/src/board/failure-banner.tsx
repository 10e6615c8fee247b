import { RateLimitError } from '@issue-tracking/sdk';
import { errorText, isWorthRetrying, secondsToWait } from '../error-text.ts';
import { useCountdown } from '../use-countdown.ts';

/** Options of {@link FailureBanner}. */
export interface FailureBannerProps {
  error: unknown;
  isRetrying: boolean;
  onRetry(): void;
}

/** Shows an error, with a retry button if a retry can help. Counts `Retry-After` down. */
export function FailureBanner({ error, isRetrying, onRetry }: FailureBannerProps) {
  const wait = error instanceof RateLimitError ? secondsToWait(error) : undefined;
  const secondsLeft = useCountdown(wait, error);
  const mustWait = secondsLeft !== undefined && secondsLeft > 0;
  return (
    <div className="banner">
      {/* Said once: a text that changes each second would be read out each second. */}
      <p role="alert" className={wait === undefined ? undefined : 'visually-hidden'}>
        {errorText(error)}
      </p>
      {wait !== undefined && <p aria-hidden="true">{errorText(error, secondsLeft)}</p>}
      {wait !== undefined && !mustWait && (
        <p role="status" className="visually-hidden">
          You can try again now.
        </p>
      )}
      {isWorthRetrying(error) && (
        // `disabled` would take the focus away.
        <button
          type="button"
          className="button"
          aria-disabled={mustWait || isRetrying}
          onClick={() => !mustWait && !isRetrying && onRetry()}
        >
          {isRetrying ? 'Trying again…' : 'Try again'}
        </button>
      )}
    </div>
  );
}
