/**
 * The mock over HTTP, for a program that starts it itself. The command `issue-tracking-mock` does the same.
 *
 * @packageDocumentation
 */
export type { ServedRequest } from './adapters/node.ts';
export { listen, type MockServer } from './server/listen.ts';
export type { ListenOptions } from './server/listen-options.ts';
