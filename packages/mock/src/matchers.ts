import { type MockMatchers, matchers, type ReceivedExpectation } from './tools/matchers/matchers.ts';
import { register } from './tools/matchers/register.ts';

export { type MockMatchers, matchers, type ReceivedExpectation };

// The one import that a test setup needs.
register(matchers);

// By these global names and not by the modules of the runners, of which only one is installed: every version of Vitest has
// the members of `Chai.Assertion` in its `expect`, and @types/jest those of `jest.Matchers`.
declare global {
  namespace Chai {
    interface Assertion extends MockMatchers {}
  }
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: all declarations of one interface have the same parameters.
    interface Matchers<R, T = {}> extends MockMatchers<R> {}
  }
}
