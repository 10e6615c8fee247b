export { type ClientFixtures, type TrackerFixtures, test, trackerTest } from './vitest/tracker-test.ts';
