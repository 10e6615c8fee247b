export { route } from './adapters/playwright/page-route.ts';
export { mockFixtures, type PageFixtures } from './tools/playwright/mock-fixtures.ts';
