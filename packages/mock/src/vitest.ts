export { type ClientFixtures, type TrackerFixtures, test, trackerTest } from './tools/vitest/tracker-test.ts';
