import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = [
  '*.md',
  'docs/*.md',
  'docs/{guides,decisions}/*.md',
  '{packages,examples}/*/README.md',
  '{bench,compat}/*.md',
];
const pages = globSync(files, { cwd: root });

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
  for (const [, target = ''] of text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)) {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(root, page) : join(root, dirname(page), path);
    expect(globSync(relative(root, file), { cwd: root }), target).toHaveLength(1);
    if (anchor !== undefined) expect(anchors(file), target).toContain(anchor);
  }
});
