import { durationText } from '../platform/clock/duration-text.ts';
import { tooMany } from '../platform/http/http-error.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import type { Rate } from '../rate-window.ts';
import type { MockService } from '../state.ts';
import type { RequestContext } from './passage.ts';

/**
 * Returns the present rate limit of an API key (LIM-1) or access token, whose rate is the same (GAP-17), valid or not. Returns
 * `undefined` without a limit, and for unknown credentials.
 */
export function rateOfCredential(
  { store, settings }: Pick<MockService, 'store' | 'settings'>,
  credential: string,
): Rate | undefined {
  return store.get('apiKeys', credential) !== undefined || store.get('accessTokens', credential) !== undefined
    ? settings.rate
    : undefined;
}

/** Applies the rate limit to the caller (LIM-1). @throws HttpError 429 */
export function limitRate({ service, entry, caller: { credential } }: RequestContext): void {
  const { admitted, clock } = service;
  const rate = rateOfCredential(service, credential);
  entry.rate = rate;
  if (!rate) return;
  // With a rate of 0, a `RateWindow` would have no size.
  if (rate.requests === 0)
    throw tooMany(mockTexts.rateLimited, rate.windowMs).because({
      text: 'The request rate is 0: no request is admitted.',
    });
  const now = clock.now();
  const wait = admitted.wait(credential, now);
  // Rejected requests don't count (GAP-27).
  // enforces LIM-1
  if (wait > 0)
    throw tooMany(mockTexts.rateLimited, wait).because({
      text: `The credential has reached its rate limit of ${rateText(rate)}. The next request is accepted in ${durationText(wait)}.`,
    });
  admitted.record(credential, rate, now);
}

/** Returns a rate in words: `100 requests in a minute`. */
export function rateText({ requests, windowMs }: Rate): string {
  return `${requests} ${requests === 1 ? 'request' : 'requests'} in ${durationText(windowMs)}`;
}
