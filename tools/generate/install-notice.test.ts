import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { userPages, withInstallNotice } from './install-notice.ts';

const root = join(import.meta.dirname, '../..');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** Returns the shell commands that need the packages on npm. Independent of the pattern of the generator. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash|shell|console)\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.split('\n'))
    .filter((line) => /^(npm|npx)\b.*(issue-tracking|degit)/.test(line));
}

test.each(userPages())('%s has the notice once, above its first command that needs the npm registry', (page) => {
  const text = read(page);
  const [first] = commandsOf(text);
  const [before = '', ...after] = withInstallNotice(text, false).split('**Not on npm yet.**');
  expect(after).toHaveLength(first ? 1 : 0);
  if (first) expect(commandsOf(before)).toEqual([]);
});

test('each page with a command that needs the npm registry is a page that gets the notice', () => {
  const all = globSync('**/*.md', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', 'docs/reference/api/**'],
  });
  const others = all.filter((page) => !userPages().includes(page) && commandsOf(read(page)).length > 0);
  expect(others).toEqual([]);
  expect(userPages().filter((page) => commandsOf(read(page)).length > 0).length).toBeGreaterThan(15);
});

describe('after the packages are published,', () => {
  test.each(userPages())('%s contains no notice', (page) => {
    const text = withInstallNotice(read(page), true);
    expect(text).not.toMatch(/on npm yet|release tarballs|not published/i);
    // The rest of the page is unchanged.
    expect(withInstallNotice(withInstallNotice(text, false), true)).toBe(text);
  });
});

test('the notice is inserted above the comment of a block', () => {
  const page = '# Page\n\n<!-- doc-test: background -->\n```sh\nnpx issue-tracking-mock\n```\n';
  expect(withInstallNotice(page, false)).toMatch(
    /^# Page\n\n> \*\*Not on npm yet\.\*\* .*\n\n<!-- doc-test: background -->\n```sh\n/,
  );
  expect(withInstallNotice(withInstallNotice(page, false), false)).toBe(withInstallNotice(page, false));
});
