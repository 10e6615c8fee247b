export { type MockFixtures, test } from './tools/vitest/mock-test.ts';
