export { route } from './playwright/route.ts';
