export { type ListenOptions, listen, type MockServer, type ServedRequest } from './server/listen.ts';
