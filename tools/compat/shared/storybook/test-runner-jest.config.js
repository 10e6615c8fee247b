// As `test-storybook --eject` writes it, with the Chromium of the machine.
import { getJestConfig } from '@storybook/test-runner';

const config = getJestConfig();

export default {
  ...config,
  testEnvironmentOptions: {
    'jest-playwright': {
      ...config.testEnvironmentOptions['jest-playwright'],
      launchOptions: { headless: true, ...JSON.parse(process.env.CHROMIUM) },
    },
  },
};
