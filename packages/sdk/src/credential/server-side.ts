import { captureContext } from '../platform/async-context.ts';
import { environmentVariable, userAgent, warnOfPlainHttp } from '../platform/server-environment.ts';
import type { Share } from '../rate-limit/rate-limit.ts';
import { SharedWindow } from '../rate-limit/shared-window.ts';
import { storeProblem } from '../rate-limit/store.ts';
import { askStore } from './ask-store.ts';
import { mustPoll, poll } from './poll.ts';

/** What only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. */
export interface ServerSide {
  readonly share: Share;
  readonly askStore: typeof askStore;
  readonly mustPoll: typeof mustPoll;
  readonly poll: typeof poll;
  readonly storeProblem: typeof storeProblem;
  readonly environmentVariable: typeof environmentVariable;
  readonly userAgent: typeof userAgent;
  readonly warnOfPlainHttp: typeof warnOfPlainHttp;
  readonly captureContext: typeof captureContext;
}

export const serverSide: ServerSide | undefined = {
  share: (options) => new SharedWindow(options),
  askStore,
  mustPoll,
  poll,
  storeProblem,
  environmentVariable,
  userAgent,
  warnOfPlainHttp,
  captureContext,
};
