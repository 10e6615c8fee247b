export { type StartMockOptions, startMock } from './adapters/msw/start-mock.ts';
