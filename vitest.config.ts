import { defineConfig } from 'vitest/config';

/** Tests run on the TypeScript sources of the workspace's packages, never on `dist`. */
const conditions = ['@issue-tracking/source'];
const exclude = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] },
        ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
        test: {
          name: 'node',
          environment: 'node',
          include: ['{packages,examples}/*/{src,test}/**/*.test.ts', '{scripts,docs}/**/*.test.ts'],
          exclude,
        },
      },
      {
        resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] },
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['{packages,examples}/*/{src,test}/**/*.test-d.ts'],
            tsconfig: './tsconfig.json',
            // Errors outside the type tests are `pnpm typecheck`'s to report.
            ignoreSourceErrors: true,
          },
        },
      },
    ],
  },
});
