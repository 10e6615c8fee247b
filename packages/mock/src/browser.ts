export { startMock } from './adapters/msw/start-mock.ts';
