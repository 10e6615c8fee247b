/**
 * What every copy of this package in one program uses together: it may be loaded twice, as ESM and CommonJS or in two
 * bundles, and two windows of 100 requests would let out 200. The number is the version of what is kept here: copies
 * that understand different things share nothing. Raise it when the shared classes change in a way an older copy would
 * trip over.
 */
const key = Symbol.for('@issue-tracking/sdk.shared.1');

/** Makes a thing once for all copies, and finds it again under its name. */
export function sharedByAllCopies<T>(name: string, make: () => T): T {
  const holder = globalThis as { [key]?: Map<string, unknown> };
  holder[key] ??= new Map();
  const things = holder[key];
  if (!things.has(name)) things.set(name, make());
  // Whoever stored it under this name, in this version, made the same thing.
  return things.get(name) as T;
}
