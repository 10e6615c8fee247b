import type { Abortable } from './on-abort.ts';

/**
 * State that clients keep of a mock in the same process or page. A reset of the mock ends it, and with it every call that
 * began in it. A real service has none.
 */
export type Generation = Abortable;

/**
 * The name of the state that all copies of this package in one program share. The package may be loaded twice, for example
 * in two bundles, and two windows of 100 requests would send 200. The number is the version of the state: raise it when
 * the shared classes change so that an older copy could not use them. Copies with another number share nothing.
 */
const key = Symbol.for('@issue-tracking/sdk.shared.2');

/** Makes a thing once for all copies, and finds it again under its name. With a mock's generation it ends. */
export function sharedByAllCopies<T>(name: string, make: () => T, generation?: Generation): T {
  const holder = (generation ?? globalThis) as { [key]?: Map<string, unknown> };
  holder[key] ??= new Map();
  const things = holder[key];
  if (!things.has(name)) things.set(name, make());
  // Every copy of this version stores the same type under this name.
  return things.get(name) as T;
}

/** A number that stands for an object, so that it can be part of a key without being held. */
export function idOf(object: object | undefined): number {
  if (object === undefined) return 0;
  const ids = sharedByAllCopies('ids', () => ({ of: new WeakMap<object, number>(), last: 0 }));
  const id = ids.of.get(object) ?? ++ids.last;
  ids.of.set(object, id);
  return id;
}
