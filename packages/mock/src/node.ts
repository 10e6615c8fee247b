export { setupMock } from './adapters/msw/setup-mock.ts';
