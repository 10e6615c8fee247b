import {
  captureContext,
  environmentVariable,
  later,
  Turn,
  userAgent,
  warnOfPlainHttp,
} from '../platform/server-environment.ts';
import { storeProblem } from '../rate-limit/rate-limit-store.ts';
import { mustPoll, poll } from './poll.ts';
import { outageWarning, StoreLimits, type StoreLimitsOptions } from './store-limits.ts';

/** The code that only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. */
export interface ServerSide {
  storeLimits(options: StoreLimitsOptions): StoreLimits;
  readonly Turn: typeof Turn;
  readonly later: typeof later;
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
  storeLimits: (options) => new StoreLimits(options),
  Turn,
  later,
  outageWarning,
  mustPoll,
  poll,
  storeProblem,
  environmentVariable,
  userAgent,
  warnOfPlainHttp,
  captureContext,
};
