export { route } from './adapters/playwright/page-route.ts';
