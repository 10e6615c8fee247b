/** The used part of Vitest's and Jest's `expect`. */
interface Expect {
  extend(matchers: object): void;
}

/** Returns each `expect` of the test runner that this module is loaded in, if there is one. */
export function expectsOfRunner(): Expect[] {
  // Vitest's `expect`, also without `globals: true`.
  const vitest = Reflect.get(globalThis, Symbol.for('expect-global'));
  return [...new Set([vitest, Reflect.get(globalThis, 'expect')])].filter(isExpect);
}

function isExpect(value: unknown): value is Expect {
  return typeof value === 'function' && 'extend' in value;
}
