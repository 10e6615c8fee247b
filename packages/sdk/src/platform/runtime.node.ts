/** The runtime of Node, Bun and Deno: `imports` in package.json chooses between this file and `runtime.ts`. */
export { matchesCompiled } from './compiled-check.ts';
export { connectionFailure } from './connection-failure.ts';
