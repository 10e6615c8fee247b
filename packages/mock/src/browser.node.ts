export { startMock } from './adapters/msw/start-mock.node.ts';
