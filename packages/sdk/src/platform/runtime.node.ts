/** What Node, Bun and Deno get: `imports` in package.json chooses between this file and `runtime.ts`. */
export { connectionFailure } from './connection-failure.ts';
