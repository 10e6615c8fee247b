import { compile, validate } from 'zod/mini';

/** What Node, Bun and Deno get: `imports` in package.json chooses between this file and `runtime.ts`. */

export { connectionFailure } from './connection-failure.ts';

/**
 * Tells quickly whether a value is as a schema says, by code that zod makes for it, several times faster than a closer
 * look; where none may be made, by the schema.
 */
export function fits(schema: Parameters<typeof validate>[0]): (value: unknown) => boolean {
  const code = compile(schema);
  return (value) => validate(code, value);
}
