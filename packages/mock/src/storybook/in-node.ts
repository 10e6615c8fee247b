import type * as loader from './issue-tracking-loader.ts';
import type * as worker from './story-worker.ts';

// `@issue-tracking/mock/storybook` in Node, so that tests in jsdom can import stories.

const reason =
  'works in a page only, and this is Node: run the story in a browser, such as with @storybook/addon-vitest. ' +
  'In jsdom or happy-dom, leave the loader out and give the story what it loads: the clientOptions of a mock, with setupMock() of @issue-tracking/mock/msw.';

export const issueTrackingLoader: typeof loader.issueTrackingLoader = async () => {
  throw new Error(`issueTrackingLoader of @issue-tracking/mock/storybook ${reason}`);
};

export const storyWorker: typeof worker.storyWorker = async () => {
  throw new Error(`storyWorker() of @issue-tracking/mock/storybook ${reason}`);
};
