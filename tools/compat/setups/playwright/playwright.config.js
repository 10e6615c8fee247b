import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: 'fixture.spec.js',
  workers: 1,
  reporter: 'line',
  use: { launchOptions: JSON.parse(process.env.CHROMIUM) },
});
