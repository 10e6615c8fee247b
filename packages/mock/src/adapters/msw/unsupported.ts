import type * as server from './setup-mock.ts';
import type * as page from './start-mock.ts';

// MSW's own entries for Node and for pages can't even be imported elsewhere. A server build imports what only its pages call,
// and a test in jsdom what only a browser has.

/** `startMock` in Node. */
export const startMock: typeof page.startMock = async () => {
  throw new Error(
    'startMock() of @issue-tracking/mock/msw works in a page only, and this is Node: a server build, or a test in jsdom or happy-dom. ' +
      'Call it where only a browser comes, such as in an effect. In Node, use setupMock() or give clients mock.fetch.',
  );
};

/** `setupMock` in a page. */
export const setupMock: typeof server.setupMock = () => {
  throw new Error(
    'setupMock() of @issue-tracking/mock/msw works in Node only, and this is a page: use startMock(), or give clients mock.fetch.',
  );
};
