import {
  captureContext,
  environmentOptions,
  environmentVariable,
  isWorker,
  requireNode,
  userAgent,
  variableOf,
  warnOfPlainHttp,
} from '../platform/server-environment.ts';
import { SharedLimit, warnOfOutage } from './shared-limit.ts';
import { storeProblem } from './store.ts';
import { poll } from './worker-poll.ts';

/** The code that only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. */
export interface ServerSide {
  sharedLimit(...args: ConstructorParameters<typeof SharedLimit>): SharedLimit;
  readonly warnOfOutage: typeof warnOfOutage;
  readonly storeProblem: typeof storeProblem;
  readonly requireNode: typeof requireNode;
  readonly environmentOptions: typeof environmentOptions;
  readonly environmentVariable: typeof environmentVariable;
  readonly variableOf: typeof variableOf;
  readonly userAgent: typeof userAgent;
  readonly warnOfPlainHttp: typeof warnOfPlainHttp;
  readonly captureContext: typeof captureContext;
  readonly isWorker: typeof isWorker;
  readonly poll: typeof poll;
}

export const serverSide: ServerSide | undefined = {
  sharedLimit: (...args) => new SharedLimit(...args),
  warnOfOutage,
  storeProblem,
  requireNode,
  environmentOptions,
  environmentVariable,
  variableOf,
  userAgent,
  warnOfPlainHttp,
  captureContext,
  isWorker,
  poll,
};
