import { defineConfig } from 'vitest/config';
import { node } from './vitest.config.ts';

/** What `pnpm mutate` runs against each mutant: the packages' own tests in Node. */
export default defineConfig({ ...node, test: { ...node.test, include: ['packages/*/{src,test}/**/*.test.ts'] } });
