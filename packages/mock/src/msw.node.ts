export { handlers, releaseHandlers } from './adapters/msw/handlers.ts';
export { setupMock } from './adapters/msw/setup-mock.ts';
export { startMock } from './adapters/msw/unsupported.ts';
