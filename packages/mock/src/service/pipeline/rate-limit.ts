import { durationText } from '../../platform/clock/duration-text.ts';
import { tooMany } from '../../platform/http/http-error.ts';
import type { Rate } from '../limits/rate-window.ts';
import type { MockService } from '../service.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Returns the present rate limit of an API key (LIM-1) or access token (GAP-17), valid or not. Returns `undefined` without a limit,
 * and for unknown credentials.
 */
export function rateOfCredential(
  { store: { directory }, settings }: Pick<MockService, 'store' | 'settings'>,
  credential: string,
): Rate | undefined {
  if (directory.apiKeys.has(credential)) return settings.rate;
  return directory.accessTokens.has(credential) ? settings.tokenRate : undefined;
}

/** Applies the rate limit to the caller (LIM-1). @throws HttpError 429 */
export function limitRate({ service, settings, entry, caller: { credential } }: RequestContext): void {
  const { admitted, clock } = service;
  const { behavior, texts } = settings;
  const rate = rateOfCredential(service, credential);
  entry.rate = rate;
  if (!rate) return;
  // With a rate of 0, a `RateWindow` would have no size.
  if (rate.requests === 0)
    throw tooMany(texts.rateLimited, rate.windowMs).because({ text: 'The request rate is 0: no request is admitted.' });
  const now = clock.now();
  const wait = admitted.wait(credential, now);
  // enforces LIM-1
  if (wait === 0 || behavior.countRejected) admitted.record(credential, rate, now);
  // Compute the wait again, because counting a rejected request extends the wait (GAP-27).
  if (wait > 0) {
    const left = admitted.wait(credential, now);
    throw tooMany(texts.rateLimited, left).because({
      text: `The credential has reached its rate limit of ${rateText(rate)}. The next request is accepted in ${durationText(left)}.`,
      behavior: 'countRejected',
    });
  }
}

/** Returns a rate in words: `100 requests in a minute`. */
export function rateText({ requests, windowMs }: Rate): string {
  return `${requests} ${requests === 1 ? 'request' : 'requests'} in ${durationText(windowMs)}`;
}

/** Counts a request with a rejected credential against its rate limit (GAP-27). Unknown credentials have no limit. */
export function countRejected(service: MockService, credential: string, now: number): void {
  const rate = rateOfCredential(service, credential);
  if (rate?.requests) service.admitted.record(credential, rate, now);
}
