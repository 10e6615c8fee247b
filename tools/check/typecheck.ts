/** Checks the types of the whole workspace, with its type tests. Code that README and guides show also passes the linter of readers. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { configs } from 'typescript-eslint';
import { writeSnippets } from '../doc-test/snippets.ts';

writeSnippets();
const snippets = 'docs/tsconfig.snippets.json';
for (const project of ['tsconfig.json', snippets]) {
  const { status, error } = spawnSync('tsc', ['-p', project], { stdio: 'inherit' });
  if (error) console.error(`tsc: ${error.message}`);
  if (status !== 0) process.exitCode = 1;
}

const cwd = join(import.meta.dirname, '../..');
const parserOptions = { project: snippets, tsconfigRootDir: cwd };
const linter = new ESLint({
  cwd,
  overrideConfigFile: true,
  overrideConfig: [...configs.recommendedTypeChecked, { languageOptions: { parserOptions } }],
});
const files = [
  'docs/.snippets/**/*.{ts,mts}',
  'packages/sdk/test/support/shutdown-*.ts',
  'examples/front-end/src/*.{ts,tsx}',
];
const results = await linter.lintFiles(files);
console.error(await (await linter.loadFormatter()).format(results));
if (results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1;
