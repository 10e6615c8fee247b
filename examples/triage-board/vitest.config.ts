import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

// Playwright's own Chromium, unless `CHROMIUM` has launch options as JSON.
const launchOptions = JSON.parse(process.env['CHROMIUM'] ?? '{}');

export default defineConfig({
  test: {
    // Storybook is built, and each story visited.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: { name: 'node', include: ['{src,test}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
