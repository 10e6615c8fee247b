/**
 * The mock behind the pages that Playwright opens: a fixture for each test, and a route.
 *
 * @packageDocumentation
 */
export { route } from './adapters/playwright.ts';
export { mockFixtures, type PageFixtures } from './testing/mock-fixtures.ts';
