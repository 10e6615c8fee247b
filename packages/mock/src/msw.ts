export { setupMock } from './adapters/msw/elsewhere.ts';
export { handlers } from './adapters/msw/handlers.ts';
export { startMock } from './adapters/msw/start-mock.ts';
