export type { ServedRequest } from './adapters/http/api-adapter.ts';
export { listen, type MockServer } from './tools/server/listen.ts';
export type { ListenOptions } from './tools/server/options.ts';
