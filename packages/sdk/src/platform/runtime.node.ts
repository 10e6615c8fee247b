import { compile as compileSchema } from 'zod/mini';

/** What Node, Bun and Deno get: `imports` in package.json chooses between this file and `runtime.ts`. */

export { connectionFailure } from './connection-failure.ts';

/** Makes code of a schema, which tells several times faster than a closer look whether a value is as the schema says. */
export const compile: typeof compileSchema | undefined = compileSchema;
