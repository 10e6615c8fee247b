interface Fakeable {
  Date: typeof Date;
  setImmediate: typeof setImmediate | undefined;
  setTimeout: typeof setTimeout;
  clearTimeout: typeof clearTimeout;
}

/**
 * Returns the platform's own global. If fake timers were installed before this module loaded, the global is fake; those of Sinon,
 * which Jest and Vitest use, keep the real one on their clock.
 */
export function unfaked<Name extends keyof Fakeable>(name: Name): Fakeable[Name] {
  // Casts: the types know neither Sinon's `clock` nor that pages have no `setImmediate`.
  const current = (globalThis as unknown as Fakeable)[name];
  const { clock = {} } = (current ?? {}) as { clock?: Record<string, Fakeable[Name]> };
  return `_${name}` in clock ? (clock[`_${name}`] as Fakeable[Name]) : current;
}
