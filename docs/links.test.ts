import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = [
  '*.md',
  'docs/*.md',
  'docs/{start,client,mock,recipes,reference}/*.md',
  'docs/contributing/**/*.md',
  '{packages,examples}/*/README.md',
  '{examples,tools/*}/*.md',
];
const pages = globSync(files, { cwd: root });

/** npm shows a package's README away from the repository: its links there are whole. */
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const repository = `${homepage.replace('#readme', '')}/blob/main/`;

/** The anchors of a page's headings, as code hosts make them. */
function anchors(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every link of %s leads somewhere', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const isOurs = target.startsWith(repository);
    if (!isOurs && /^\w+:/.test(target)) continue;
    const [path = '', anchor] = target.replace(repository, '').split('#');
    const file = path === '' ? join(root, page) : join(root, isOurs ? '' : dirname(page), path);
    expect(globSync(relative(root, file), { cwd: root }), target).toHaveLength(1);
    if (anchor !== undefined) expect(anchors(file), target).toContain(anchor);
  }
});

test.each(globSync('packages/*/README.md', { cwd: root }))('no link of %s needs the repository around it', (page) => {
  const targets = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  expect(targets.filter((target) => !/^\w+:/.test(target ?? ''))).toEqual([]);
});
