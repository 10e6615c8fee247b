export type { ServedRequest } from './adapters/node.ts';
export { listen, type MockServer } from './server/listen.ts';
export type { ListenOptions } from './server/listen-options.ts';
