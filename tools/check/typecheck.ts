/** Checks the types of the whole workspace, with its type tests, and of the code in README and guides. */
import { spawnSync } from 'node:child_process';
import { writeSnippets } from '../doc-test/snippets.ts';

writeSnippets();
for (const project of ['tsconfig.json', 'docs/tsconfig.snippets.json']) {
  const { status, error } = spawnSync('tsc', ['-p', project], { stdio: 'inherit' });
  if (error) console.error(`tsc: ${error.message}`);
  if (status !== 0) process.exitCode = 1;
}
