export { type ClientFixtures, type MockFixtures, test, testWith } from './tools/vitest/mock-test.ts';
