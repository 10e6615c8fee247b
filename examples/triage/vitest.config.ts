import { defineConfig } from 'vitest/config';

// Only inside this repository: takes the packages' sources, so nothing has to be built before.
const conditions = ['@issue-tracking/source', 'module', 'node', 'development|production'];

export default defineConfig({ resolve: { conditions }, ssr: { resolve: { conditions } } });
