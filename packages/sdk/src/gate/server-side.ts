import {
  captureContext,
  environmentLevel,
  environmentOptions,
  isWorker,
  namedByVariables,
  orSetVariable,
  redirectTarget,
  requireNode,
  userAgent,
  warnOfPlainHttp,
} from '../platform/server-environment.ts';
import type { CredentialGate } from './settings.ts';
import { warnOfOutage } from './shared-limit.ts';
import { SharedLimits } from './shared-limits.ts';
import { storeProblem } from './store.ts';
import { leases, poll } from './worker-poll.ts';

/**
 * The code that only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. Ask with
 * `if (serverSide)` or `serverSide ? … : …`, which a page's bundler leaves out with its arguments; `?.` stays.
 */
export interface ServerSide {
  sharedLimits(gate: CredentialGate): SharedLimits;
  readonly warnOfOutage: typeof warnOfOutage;
  readonly storeProblem: typeof storeProblem;
  readonly requireNode: typeof requireNode;
  readonly environmentOptions: typeof environmentOptions;
  readonly namedByVariables: typeof namedByVariables;
  readonly orSetVariable: typeof orSetVariable;
  readonly environmentLevel: typeof environmentLevel;
  readonly userAgent: typeof userAgent;
  readonly redirectTarget: typeof redirectTarget;
  readonly warnOfPlainHttp: typeof warnOfPlainHttp;
  readonly captureContext: typeof captureContext;
  readonly isWorker: typeof isWorker;
  readonly leases: typeof leases;
  readonly poll: typeof poll;
}

export const serverSide: ServerSide | undefined = {
  sharedLimits: (gate) => new SharedLimits(gate),
  warnOfOutage,
  storeProblem,
  requireNode,
  environmentOptions,
  namedByVariables,
  orSetVariable,
  environmentLevel,
  userAgent,
  redirectTarget,
  warnOfPlainHttp,
  captureContext,
  isWorker,
  leases,
  poll,
};
