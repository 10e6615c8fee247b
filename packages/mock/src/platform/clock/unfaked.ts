interface Fakeable {
  Date: typeof Date;
  setImmediate: typeof setImmediate | undefined;
  setTimeout: typeof setTimeout;
  clearTimeout: typeof clearTimeout;
}

/**
 * A global as the platform made it. Where fake timers were installed before this module loaded, the global is theirs by
 * now; those of Sinon, which Jest and Vitest use, keep the real one on their clock.
 */
export function unfaked<Name extends keyof Fakeable>(name: Name): Fakeable[Name] {
  // The types know nothing of what fake timers hang onto a global, nor that a page has no `setImmediate`: casts.
  const current = (globalThis as unknown as Fakeable)[name];
  const { clock = {} } = (current ?? {}) as { clock?: Record<string, Fakeable[Name]> };
  return `_${name}` in clock ? (clock[`_${name}`] as Fakeable[Name]) : current;
}
