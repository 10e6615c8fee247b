import type { Share } from '../rate-limit/rate-limit.ts';
import { SharedWindow } from '../rate-limit/shared-window.ts';
import { askStore } from './ask-store.ts';
import { mustPoll, poll } from './poll.ts';

/** What only servers and workers need: `imports` in package.json chooses `server-side.browser.ts` for pages. */
export interface ServerSide {
  readonly share: Share;
  readonly askStore: typeof askStore;
  readonly mustPoll: typeof mustPoll;
  readonly poll: typeof poll;
}

export const serverSide: ServerSide | undefined = {
  share: (options) => new SharedWindow(options),
  askStore,
  mustPoll,
  poll,
};
