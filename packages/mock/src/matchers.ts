/**
 * Matchers that say what a mock received, for Vitest, Jest and other runners. Importing it registers them.
 *
 * @packageDocumentation
 */
import { expectsOfRunner } from './platform/test-runner.ts';
import { type MockMatchers, matchers, type ReceivedExpectation } from './testing/matchers.ts';

export { type MockMatchers, matchers, type ReceivedExpectation };

// Importing this module registers the matchers with the test runner, if there is one.
for (const expect of expectsOfRunner()) expect.extend(matchers);

// Global names, not module augmentation, because only one of the runners is installed: Vitest's `expect` has the members of
// `Chai.Assertion`, and that of @types/jest those of `jest.Matchers`.
declare global {
  namespace Chai {
    interface Assertion extends MockMatchers {}
  }
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: all declarations of one interface have the same parameters.
    interface Matchers<R, T = {}> extends MockMatchers<R> {}
  }
}
