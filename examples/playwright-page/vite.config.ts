import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Only inside this repository: takes the packages' sources, so nothing has to be built before.
  resolve: { conditions: ['@issue-tracking/source', ...defaultClientConditions] },
});
