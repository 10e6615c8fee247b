export { type ClientFixtures, type MockFixtures, test, trackerTest } from './tools/vitest/mock-test.ts';
