import { expectsOfRunner } from '../../platform/test-runner.ts';
import type { matchers as Matchers } from './matchers.ts';

/** Registers the matchers with the `expect` of the test runner that this module is loaded in, if there is one. */
export function register(matchers: typeof Matchers): void {
  for (const expect of expectsOfRunner()) expect.extend(matchers);
}
