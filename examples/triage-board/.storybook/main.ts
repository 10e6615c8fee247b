import type { StorybookConfig } from '@storybook/react-vite';
import { msw } from 'msw/vite';
import { defaultClientConditions, mergeConfig } from 'vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  // The stories have no controls that prop types would be read for.
  typescript: { reactDocgen: false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) =>
    mergeConfig(vite, {
      // Serves the worker that answers the stories' requests.
      plugins: [msw({ mode: 'worker-only' })],
      // Only inside this repository: takes the packages' sources, so nothing has to be built before.
      resolve: { conditions: ['@issue-tracking/source', ...defaultClientConditions] },
    }),
};

export default config;
