export { handlers, releaseHandlers } from './adapters/msw/handlers.ts';
export { startMock } from './adapters/msw/start-mock.ts';
export { setupMock } from './adapters/msw/unsupported.ts';
