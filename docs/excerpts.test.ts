import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from './snippets.ts';

const root = join(import.meta.dirname, '..');

/** Blocks that a page quotes from a file, whose path stands in a comment above. `…` leaves lines out. */
const excerpts = pages().flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^<!-- (\S+\/\S+) -->\n```\w+\n([\s\S]*?)^```$/gm)].map(([, file = '', block = '']) => ({
    page,
    file,
    parts: block.split(/^…\n/m),
  }));
});

test.each(excerpts)('$page quotes $file as it is', ({ file, parts }) => {
  let rest = readFileSync(join(root, file), 'utf8');
  for (const part of parts) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
});
