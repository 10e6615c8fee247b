import type * as server from './setup-mock.ts';
import type * as page from './start-mock.ts';

// MSW's entry points for Node and for pages throw when imported elsewhere. But a server build imports modules that only pages
// call, and a test in jsdom imports modules for browsers.

/** Rejects, because this is Node. */
export const startMock: typeof page.startMock = async () => {
  throw new Error(
    'startMock() of @issue-tracking/mock/msw works in a page only, and this is Node: a server build, or a test in jsdom or happy-dom. ' +
      'Call it only in a browser, such as in an effect. In Node, use setupMock() or pass mock.fetch to clients.',
  );
};

/** Throws, because this is a page. */
export const setupMock: typeof server.setupMock = () => {
  throw new Error(
    'setupMock() of @issue-tracking/mock/msw works in Node only, and this is a page: use startMock(), or pass mock.fetch to clients.',
  );
};
