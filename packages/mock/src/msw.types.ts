/**
 * `@issue-tracking/mock/msw`: the mock as handlers of MSW, in Node and in pages.
 *
 * @module msw
 */
// Only declarations are made of this file: at run time a condition chooses between `msw.ts`, for pages, and `msw.node.ts`.
export { handlers } from './adapters/msw/handlers.ts';
export { setupMock } from './adapters/msw/setup-mock.ts';
export { type StartMockOptions, startMock } from './adapters/msw/start-mock.ts';
