export { route } from './adapters/playwright.ts';
export { mockFixtures, type PageFixtures } from './testing/mock-fixtures.ts';
