import {
  captureContext,
  environmentVariable,
  Turn,
  userAgent,
  warnOfPlainHttp,
} from '../platform/server-environment.ts';
import { storeProblem } from '../rate-limit/rate-limit-store.ts';
import { mustPoll, poll } from './poll.ts';
import { type LimitedQueue, outageWarning, StoreLimits } from './store-limits.ts';

/** The code that only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. */
export interface ServerSide {
  storeLimits(queue: LimitedQueue): StoreLimits;
  readonly Turn: typeof Turn;
  readonly outageWarning: typeof outageWarning;
  readonly mustPoll: typeof mustPoll;
  readonly poll: typeof poll;
  readonly storeProblem: typeof storeProblem;
  readonly environmentVariable: typeof environmentVariable;
  readonly userAgent: typeof userAgent;
  readonly warnOfPlainHttp: typeof warnOfPlainHttp;
  readonly captureContext: typeof captureContext;
}

export const serverSide: ServerSide | undefined = {
  storeLimits: (queue) => new StoreLimits(queue),
  Turn,
  outageWarning,
  mustPoll,
  poll,
  storeProblem,
  environmentVariable,
  userAgent,
  warnOfPlainHttp,
  captureContext,
};
