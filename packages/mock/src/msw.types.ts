/**
 * `@issue-tracking/mock/msw`: the mock as handlers of MSW, in Node and in pages.
 *
 * @module msw
 */
// Only for declarations. At run time, an export condition selects `msw.ts` for pages or `msw.node.ts`.
export { handlers, releaseHandlers } from './adapters/msw/handlers.ts';
export { setupMock } from './adapters/msw/setup-mock.ts';
export { type StartMockOptions, startMock } from './adapters/msw/start-mock.ts';
