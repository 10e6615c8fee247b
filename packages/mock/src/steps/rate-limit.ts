import type { Said } from '../log/trace.ts';
import { durationText } from '../platform/clock/duration-text.ts';
import { timeText } from '../platform/clock/time-text.ts';
import { tooMany } from '../platform/http/http-error.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import { type Rate, recordIn, waitIn } from '../rate-window.ts';
import type { Caller } from '../state.ts';
import type { Passage } from './passage.ts';

/** Applies the rate limit to the caller (LIM-1). Requests with a fault don't count. @throws HttpError 429 */
export function limitRate(passage: Passage, { credential }: Caller, isFaulty: boolean): void {
  const { state, clock } = passage.service;
  const { rate } = state.settings;
  if (isFaulty || !rate) {
    passage.tell(isFaulty ? notCounted : unlimited);
    return;
  }
  if (rate.requests === 0)
    throw tooMany(mockTexts.rateLimited, rate.windowMs).because({
      text: 'The request rate is 0: no request is admitted.',
    });
  const now = clock.now();
  const wait = waitIn(state.admitted, credential, rate, now);
  // Rejected requests don't count (GAP-27).
  // enforces LIM-1
  if (wait > 0)
    throw tooMany(mockTexts.rateLimited, wait).because({
      text: `The credential has reached its rate limit of ${rateText(rate)}. The next request is accepted at ${timeText(now + wait, now)}.`,
    });
  recordIn(state.admitted, credential, rate, now);
  passage.tell(below(rate));
}

const notCounted: Said = { text: 'Requests with a fault do not count against the rate limit.' };
const unlimited: Said = { text: 'There is no rate limit.' };

let last: { rate: Rate; said: Said } | undefined;

/** Cached for the last rate: most requests have the same one. */
function below(rate: Rate): Said {
  if (last?.rate !== rate) last = { rate, said: { text: `Below the rate limit of ${rateText(rate)}.` } };
  return last.said;
}

/** Returns a rate in words: `100 requests in a minute`. */
function rateText({ requests, windowMs }: Rate): string {
  return `${requests} ${requests === 1 ? 'request' : 'requests'} in ${durationText(windowMs)}`;
}
