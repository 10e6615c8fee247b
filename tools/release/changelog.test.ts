import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import changelog from './changelog.ts';

test('a changelog links each change to its commit', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  expect(changelog.getReleaseLine({ summary: 'Keys rotate.\n\n`apiKey` takes a function.\n', commit })).toBe(
    `- Keys rotate.\n\n  \`apiKey\` takes a function. ([0123456](https://github.com/issue-tracking/issue-tracking/commit/${commit}))`,
  );
  expect(changelog.getReleaseLine({ summary: 'Not committed yet.' })).toBe('- Not committed yet.');
});

test('the configuration of changesets uses this changelog', () => {
  const folder = join(import.meta.dirname, '../../.changeset');
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  expect(resolve(folder, config.changelog)).toBe(join(import.meta.dirname, 'changelog.ts'));
});
