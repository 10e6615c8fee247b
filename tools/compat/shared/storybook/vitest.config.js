// As Storybook's initializer writes it, with the Chromium of the machine.
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [storybookTest({ configDir: '.storybook' })],
  test: {
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: JSON.parse(process.env.CHROMIUM) }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
