/** What Node, Bun and Deno get: `imports` in package.json chooses between this file and `runtime.ts`. */

/**
 * A schema as code of its own, which zod makes and which is several times faster; where none may be made, the schema.
 */
export { compile } from 'zod/mini';
export { connectionFailure } from './connection-failure.ts';
