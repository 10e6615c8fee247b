import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../src');

/** What a module imports at run time, also lazily; `import type` is gone by then. */
const imported = /^(?:import|export)\s(?!type\s)(?:[^;']*\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Every module of ours that an entry point loads, with what each imports from elsewhere. */
function graph(entry: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const look = (file: string) => {
    if (found.has(file)) return;
    const specifiers = [...readFileSync(file, 'utf8').matchAll(imported)].map(([, now, later]) => now ?? later ?? '');
    const foreign = specifiers.filter((specifier) => !specifier.startsWith('.'));
    found.set(file, foreign);
    for (const specifier of specifiers) {
      if (specifier.startsWith('.') && specifier.endsWith('.ts')) look(join(dirname(file), specifier));
    }
  };
  look(join(sources, entry));
  return found;
}

/** The modules from elsewhere that an entry point loads. */
function foreign(entry: string): string[] {
  return [...new Set([...graph(entry).values()].flat())];
}

test('the graph is seen: it has the handlers, and what they are made of', () => {
  expect([...graph('index.ts').keys()]).toContain(join(sources, 'handlers/comments.ts'));
  expect(foreign('index.ts')).toEqual(expect.arrayContaining(['msw', '@msw/data', '@issue-tracking/model']));
  expect(foreign('server.ts')).toContain('node:net');
  expect([...graph('cli.ts').keys()]).toContain(join(sources, 'demo/demo-world.ts'));
});

test.each(['server.ts', 'cli.ts'])('%s loads neither MSW nor the collections', (entry) => {
  expect(foreign(entry).filter((specifier) => /^(?:@?msw)(?:\/|$)/.test(specifier))).toEqual([]);
});

test.each(['index.ts', 'browser.ts', 'matchers.ts', 'demo.ts', 'storybook.ts', 'playwright.ts'])(
  '%s needs nothing of Node',
  (entry) => {
    expect(foreign(entry).filter((specifier) => specifier.startsWith('node:'))).toEqual([]);
  },
);

test.each(['index.ts', 'node.ts', 'browser.ts', 'server.ts', 'vitest.ts', 'playwright.ts', 'storybook.ts'])(
  '%s loads no demo data',
  (entry) => {
    expect(foreign(entry)).not.toContain('@faker-js/faker');
  },
);
