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
// A build of the site writes that one, without links.
const pages = globSync(files, { cwd: root, exclude: ['docs/reference/openapi.md'] });

/** The prefix of links in packages' READMEs, which npm shows outside the repository. */
const { bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const repository = bugs.replace('/issues', '/blob/main/');

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns each broken link with its place, such as `README.md:12: docs/missing.md does not exist`. */
function brokenLinks(page: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, (code) => code.replace(/.+/g, ''));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ index, 1: target = '' }) => {
    const isOurs = target.startsWith(repository);
    if (!isOurs && /^\w+:/.test(target)) return [];
    const [path = '', anchor] = target.replace(repository, '').split('#');
    const file = path === '' ? join(root, page) : join(root, isOurs ? '' : dirname(page), path);
    const place = `${page}:${prose.slice(0, index).split('\n').length}`;
    if (globSync(relative(root, file), { cwd: root }).length === 0) return `${place}: ${target} does not exist`;
    if (anchor === undefined || anchors(file).includes(anchor)) return [];
    return `${place}: ${target}, the page has no such heading`;
  });
}

test.each(pages)('each link of %s leads to an existing file and heading', (page) => {
  expect(brokenLinks(page, readFileSync(join(root, page), 'utf8'))).toEqual([]);
});

test('a broken link is reported with its file and line', () => {
  const page =
    '# Title\n\n```ts\n[code](in/code.md)\n```\n[gone](docs/gone.md) and [here](LICENSE)\n[no](README.md#nothing)\n';
  expect(brokenLinks('CONTRIBUTING.md', page)).toEqual([
    'CONTRIBUTING.md:6: docs/gone.md does not exist',
    'CONTRIBUTING.md:7: README.md#nothing, the page has no such heading',
  ]);
});

test.each(globSync('packages/*/README.md', { cwd: root }))(
  '%s has no relative links, because npm shows it outside the repository',
  (page) => {
    const targets = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target]) => target,
    );
    expect(targets.filter((target) => !/^\w+:/.test(target ?? ''))).toEqual([]);
  },
);

test('each file that CONTRIBUTING.md names exists, except for the one that its example creates', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const paths = [...text.matchAll(/`((?:packages|tools|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(paths).not.toEqual([]);
  // A build makes the folders `dist`.
  const written = paths.filter((path) => !path.endsWith('/dist'));
  const missing = written.filter((path) => globSync(path, { cwd: root }).length === 0);
  expect(missing.filter((path) => path !== 'packages/model/src/resources/js-error.ts')).toEqual([]);
});
