import {
  captureContext,
  environmentVariable,
  isWorker,
  requireNode,
  userAgent,
  warnOfPlainHttp,
} from '../platform/server-environment.ts';
import { outageWarning, SharedLimit } from './shared-limit.ts';
import { storeProblem } from './store.ts';
import { poll } from './worker-poll.ts';

/** The code that only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. */
export interface ServerSide {
  sharedLimit(...args: ConstructorParameters<typeof SharedLimit>): SharedLimit;
  readonly outageWarning: typeof outageWarning;
  readonly storeProblem: typeof storeProblem;
  readonly requireNode: typeof requireNode;
  readonly environmentVariable: typeof environmentVariable;
  readonly userAgent: typeof userAgent;
  readonly warnOfPlainHttp: typeof warnOfPlainHttp;
  readonly captureContext: typeof captureContext;
  readonly isWorker: typeof isWorker;
  readonly poll: typeof poll;
}

export const serverSide: ServerSide | undefined = {
  sharedLimit: (...args) => new SharedLimit(...args),
  outageWarning,
  storeProblem,
  requireNode,
  environmentVariable,
  userAgent,
  warnOfPlainHttp,
  captureContext,
  isWorker,
  poll,
};
