import type { matchers as Matchers } from './matchers.ts';

/** The used part of Vitest's and Jest's `expect`. */
interface Expect {
  extend(matchers: object): void;
}

/** Registers the matchers with the `expect` of the test runner that this module is loaded in, if there is one. */
export function register(matchers: typeof Matchers): void {
  // Vitest's `expect`, also without `globals: true`.
  const vitest = Reflect.get(globalThis, Symbol.for('expect-global'));
  for (const expect of new Set([vitest, Reflect.get(globalThis, 'expect')]))
    if (canExtend(expect)) expect.extend(matchers);
}

function canExtend(expect: unknown): expect is Expect {
  return typeof expect === 'function' && 'extend' in expect;
}
