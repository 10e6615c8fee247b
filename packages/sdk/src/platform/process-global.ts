import type { Abortable } from './abort.ts';

/**
 * Owner of the state that clients keep for a mock in the same process or page. A reset of the mock ends the
 * generation and every call that began in it. A real service has no generation.
 */
export interface Generation extends Abortable {
  /** Returns how a test avoids long waits for a reason on its client's clock, if the mock knows. */
  adviceOnWait?(reason: string, clock: object): string | undefined;
}

/**
 * The name of the state that all copies of this package in one program share. The package may be loaded twice, for example
 * in two bundles, and two windows of 100 requests would send 200. The number is the version of the state: raise it when
 * the shared classes change so that an older copy could not use them. Copies with another number share nothing.
 */
const key = Symbol.for('@issue-tracking/sdk.shared.3');

/**
 * Returns a value that all copies of the package share under a name, and creates it if necessary. With a generation,
 * the value belongs to that generation.
 */
export function processGlobal<T>(name: string, create: () => T, generation?: Generation): T {
  const holder = (generation ?? globalThis) as { [key]?: Map<string, unknown> };
  holder[key] ??= new Map();
  const values = holder[key];
  if (!values.has(name)) values.set(name, create());
  // Every copy of this version stores the same type under this name.
  return values.get(name) as T;
}

/** Returns a number for an object, as part of a key that doesn't retain the object. */
export function idOf(object: object | undefined): number {
  if (object === undefined) return 0;
  const ids = processGlobal('ids', () => ({ of: new WeakMap<object, number>(), last: 0 }));
  const id = ids.of.get(object) ?? ++ids.last;
  ids.of.set(object, id);
  return id;
}
