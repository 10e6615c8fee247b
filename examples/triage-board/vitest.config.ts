import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Only inside this repository: takes the packages' sources, so nothing has to be built before.
const source = '@issue-tracking/source';
// Playwright's own Chromium, unless `CHROMIUM` has launch options as JSON.
const launchOptions = JSON.parse(process.env['CHROMIUM'] ?? '{}');

export default defineConfig({
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    projects: [
      { extends: true, test: { name: 'node', include: ['{src,test}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
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
