import {
  captureContext,
  environmentVariable,
  later,
  nextMacrotask,
  userAgent,
  warnOfPlainHttp,
} from '../platform/server-environment.ts';
import { storeProblem } from '../rate-limit/store.ts';
import { StoreLimit, type StoreLimitOptions } from '../rate-limit/store-limit.ts';
import { mustPoll, poll } from './poll.ts';

/** The code that only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. */
export interface ServerSide {
  storeLimit(options: StoreLimitOptions): StoreLimit;
  readonly nextMacrotask: typeof nextMacrotask;
  readonly later: typeof later;
  readonly mustPoll: typeof mustPoll;
  readonly poll: typeof poll;
  readonly storeProblem: typeof storeProblem;
  readonly environmentVariable: typeof environmentVariable;
  readonly userAgent: typeof userAgent;
  readonly warnOfPlainHttp: typeof warnOfPlainHttp;
  readonly captureContext: typeof captureContext;
}

export const serverSide: ServerSide | undefined = {
  storeLimit: (options) => new StoreLimit(options),
  nextMacrotask,
  later,
  mustPoll,
  poll,
  storeProblem,
  environmentVariable,
  userAgent,
  warnOfPlainHttp,
  captureContext,
};
