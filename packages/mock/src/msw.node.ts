export { startMock } from './adapters/msw/elsewhere.ts';
export { handlers } from './adapters/msw/handlers.ts';
export { setupMock } from './adapters/msw/setup-mock.ts';
