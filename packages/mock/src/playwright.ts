export { route } from './adapters/playwright/page-route.ts';
export { mockFixtures, type PageFixtures } from './playwright/mock-fixtures.ts';
