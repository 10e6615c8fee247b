/**
 * A Vitest `test` with a mock for each test.
 *
 * @packageDocumentation
 */
export { type MockFixtures, test } from './testing/mock-test.ts';
