import { durationText } from '../../platform/clock/duration-text.ts';
import { tooMany } from '../../platform/http/http-error.ts';
import type { Rate } from '../limits/rate-window.ts';
import type { MockService } from '../service.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Returns the request rate that holds now for an API key (LIM-1) or access token (GAP-17), valid or not; `undefined` for
 * none, and for a credential that the mock does not have.
 */
export function rateOfCredential(
  { store: { directory }, settings }: Pick<MockService, 'store' | 'settings'>,
  credential: string,
): Rate | undefined {
  if (directory.apiKeys.has(credential)) return settings.rate;
  return directory.accessTokens.has(credential) ? settings.tokenRate : undefined;
}

/** Holds the caller to the request rate (LIM-1). @throws HttpError 429 */
export function limitRate({ service, settings, entry, caller: { credential } }: RequestContext): void {
  const { admitted, clock } = service;
  const { behavior, texts } = settings;
  const rate = rateOfCredential(service, credential);
  entry.rate = rate;
  if (!rate) return;
  // A service that never has room: one asks how a page looks then, and not how it comes to it.
  if (rate.requests === 0)
    throw tooMany(texts.rateLimited, rate.windowMs).because({ text: 'The request rate is 0: no request is admitted.' });
  const now = clock.now();
  const wait = admitted.wait(credential, now);
  // enforces LIM-1
  if (wait === 0 || behavior.countRejected) admitted.record(credential, rate, now);
  // Computed again: a rejected request that counts has moved the end of the wait (GAP-27).
  if (wait > 0) {
    const left = admitted.wait(credential, now);
    throw tooMany(texts.rateLimited, left).because({
      text: `The credential has reached its rate limit of ${rateText(rate)}. The next request is accepted in ${durationText(left)}.`,
      behavior: 'countRejected',
    });
  }
}

/** A rate as people say it: `100 requests in a minute`. */
export function rateText({ requests, windowMs }: Rate): string {
  return `${requests} ${requests === 1 ? 'request' : 'requests'} in ${durationText(windowMs)}`;
}

/** Counts a failed authentication; only a credential that exists has a window: expired or revoked, it may be valid again (GAP-27). */
export function countRejected(service: MockService, credential: string, now: number): void {
  const rate = rateOfCredential(service, credential);
  if (rate?.requests) service.admitted.record(credential, rate, now);
}
