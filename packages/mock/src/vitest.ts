export { type MockFixtures, test } from './testing/mock-test.ts';
