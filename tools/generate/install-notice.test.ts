import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { userPages, withInstallNotice } from './install-notice.ts';

const root = join(import.meta.dirname, '../..');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** Every line of a shell block that npm can't run while it has no such package, found without the generator's own pattern. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash|shell|console)\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.split('\n'))
    .filter((line) => /^(npm|npx)\b.*(issue-tracking|degit)/.test(line));
}

test.each(userPages())('%s has the notice once, above its first command that needs npm', (page) => {
  const text = read(page);
  const [first] = commandsOf(text);
  const [before = '', ...after] = withInstallNotice(text, false).split('**Not on npm yet.**');
  expect(after).toHaveLength(first ? 1 : 0);
  if (first) expect(commandsOf(before)).toEqual([]);
});

test('the pages with such a command are among those that have the notice', () => {
  const all = globSync('**/*.md', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', 'docs/reference/api/**'],
  });
  const others = all.filter((page) => !userPages().includes(page) && commandsOf(read(page)).length > 0);
  expect(others).toEqual([]);
  expect(userPages().filter((page) => commandsOf(read(page)).length > 0).length).toBeGreaterThan(15);
});

describe('when the packages are published', () => {
  test.each(userPages())('nothing of the notice is left in %s', (page) => {
    const text = withInstallNotice(read(page), true);
    expect(text).not.toMatch(/on npm yet|release tarballs|not published/i);
    // The rest of the page is unchanged.
    expect(withInstallNotice(withInstallNotice(text, false), true)).toBe(text);
  });
});

test('the notice stands above the comment that belongs to the block', () => {
  const page = '# Page\n\n<!-- doc-test: background -->\n```sh\nnpx issue-tracking-mock\n```\n';
  expect(withInstallNotice(page, false)).toMatch(
    /^# Page\n\n> \*\*Not on npm yet\.\*\* .*\n\n<!-- doc-test: background -->\n```sh\n/,
  );
  expect(withInstallNotice(withInstallNotice(page, false), false)).toBe(withInstallNotice(page, false));
});
