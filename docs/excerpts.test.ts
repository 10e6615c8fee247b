import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../tools/doc-test/snippets.ts';

const root = join(import.meta.dirname, '..');

/** Blocks that quote a file. The comment above a block has the file's path; `…` stands for omitted lines. */
const excerpts = pages().flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^<!-- (\S+\/\S+) -->\n```\w+\n([\s\S]*?)^```$/gm)].map(([, file = '', block = '']) => ({
    page,
    file,
    parts: block.split(/^…\n/m),
  }));
});

test.each(excerpts)('$page quotes $file unchanged', ({ file, parts }) => {
  let rest = readFileSync(join(root, file), 'utf8');
  for (const part of parts) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
});
