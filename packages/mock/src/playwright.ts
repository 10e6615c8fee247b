export { route } from './adapters/playwright/page-route.ts';
export { mockFixtures, type PageFixtures } from './testing/mock-fixtures.ts';
