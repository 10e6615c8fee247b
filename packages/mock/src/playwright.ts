export { route } from './adapters/playwright/route.ts';
