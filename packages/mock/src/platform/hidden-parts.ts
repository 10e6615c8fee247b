/**
 * Returns a map from objects that users hold to the parts of them that only this package needs. It is global, because an object
 * of the CommonJS build may be passed to a function of the ES module build.
 */
export function hiddenParts<Held extends object, Hidden>(name: string): WeakMap<Held, Hidden> {
  const key: unique symbol = Symbol.for(`@issue-tracking/mock/${name}`);
  // The types hold as long as each name has one caller.
  const global: typeof globalThis & { [key]?: WeakMap<Held, Hidden> } = globalThis;
  global[key] ??= new WeakMap();
  return global[key];
}
