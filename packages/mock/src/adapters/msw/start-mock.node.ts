import type * as page from './start-mock.ts';

// What `@issue-tracking/mock/browser` is in Node, where MSW's own entry for pages can't even be imported: a server build
// imports what it never calls.

export const startMock: typeof page.startMock = async () => {
  throw new Error(
    'startMock() of @issue-tracking/mock/browser works in a page only, and this is Node: a server build, or a test in jsdom or happy-dom. ' +
      'Call it where only a browser comes, such as in an effect. In Node, use setupMock() of @issue-tracking/mock/node or give clients mock.fetch.',
  );
};
