import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';

// Only inside this repository: takes the packages' sources, so nothing has to be built before.
const source = '@issue-tracking/source';

export default defineConfig({
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
});
