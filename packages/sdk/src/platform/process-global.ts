/**
 * The name of the state that all copies of this package in one program share. The package may be loaded twice, for example
 * in two bundles, and two windows of 100 requests would send 200. The number is the version of the state: raise it when
 * the shared classes change so that an older copy could not use them. Copies with another number share nothing.
 */
const key: unique symbol = Symbol.for('@issue-tracking/sdk.shared.3');

/** Returns a value that all copies of the package share under a name, and creates it if necessary. */
export function processGlobal<T>(name: string, create: () => T): T {
  const holder: typeof globalThis & { [key]?: Map<string, unknown> } = globalThis;
  holder[key] ??= new Map();
  const values = holder[key];
  if (!values.has(name)) values.set(name, create());
  // Every copy of this version stores the same type under this name.
  return values.get(name) as T;
}

/** Returns a number for an object, as part of a key that doesn't retain the object. */
export function idOf(object: object): number {
  const ids = processGlobal('ids', () => ({ of: new WeakMap<object, number>(), last: 0 }));
  const id = ids.of.get(object) ?? ++ids.last;
  ids.of.set(object, id);
  return id;
}
