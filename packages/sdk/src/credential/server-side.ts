import { captureContext } from '../platform/async-context.ts';
import type { Later } from '../platform/registry.ts';
import { environmentVariable, userAgent, warnOfPlainHttp } from '../platform/server-environment.ts';
import { storeProblem } from '../rate-limit/store.ts';
import { StoreLimit, type StoreLimitOptions } from '../rate-limit/store-limit.ts';
import { mustPoll, poll } from './poll.ts';

// Taken before a test replaces them by fakes that nothing moves.
const { setImmediate, setTimeout } = globalThis;
const releaseEveryMs = 30_000;
const nextMacrotask: ServerSide['nextMacrotask'] = (callback) => void (setImmediate ?? setTimeout)(callback);

const later: Later = (callback) => {
  const timer: unknown = setTimeout(callback, releaseEveryMs);
  // In Node, Bun and Deno a program may end before.
  (timer as { unref?(): unknown }).unref?.();
};

/** The code that only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. */
export interface ServerSide {
  storeLimit(options: StoreLimitOptions): StoreLimit;
  nextMacrotask(callback: () => void): void;
  /** Says when idle state is released. */
  readonly later: Later;
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
