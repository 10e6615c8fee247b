/** The runtime of Node, Bun and Deno: `imports` in package.json chooses between this file and `runtime.ts`. */
export { connectionFailure } from './connection-failure.ts';
