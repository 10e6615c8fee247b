import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { setupMock as setupInPage } from '../src/adapters/msw/unsupported.ts';

const sources = join(import.meta.dirname, '../src');

/** Matches the modules that a module imports at run time, also lazily, without `import type`. */
const imported = /^(?:import|export)\s(?!type\s)(?:[^;']*\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Returns the modules of this package that an entry point loads, each with its imports from other packages. */
function graph(entry: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    const specifiers = [...readFileSync(file, 'utf8').matchAll(imported)].map(([, now, later]) => now ?? later ?? '');
    const foreign = specifiers.filter((specifier) => !specifier.startsWith('.'));
    found.set(file, foreign);
    for (const specifier of specifiers) {
      if (specifier.startsWith('.') && specifier.endsWith('.ts')) visit(join(dirname(file), specifier));
    }
  };
  visit(join(sources, entry));
  return found;
}

/** Returns the modules of other packages that an entry point loads. */
function foreign(entry: string): string[] {
  return [...new Set([...graph(entry).values()].flat())];
}

test('the import graph of the tests includes known modules, so that the tests below are not vacuous', () => {
  expect([...graph('index.ts').keys()]).toContain(join(sources, 'endpoints/comments.ts'));
  expect(foreign('index.ts')).toEqual(expect.arrayContaining(['@msw/data', '@issue-tracking/model']));
  expect(foreign('msw.ts')).toEqual(expect.arrayContaining(['msw', 'msw/browser']));
  expect(foreign('server.ts')).toContain('node:net');
  expect([...graph('demo.ts').keys()]).toContain(join(sources, 'records/demo/demo-world.ts'));
  expect([...graph('cli.ts').keys()]).toContain(join(sources, 'records/demo/demo-world.ts'));
});

test.each(['index.ts', 'server.ts', 'cli.ts', 'vitest.ts', 'playwright.ts'])('%s does not load MSW', (entry) => {
  expect(foreign(entry).filter((specifier) => /^msw(?:\/|$)/.test(specifier))).toEqual([]);
});

test.each(['index.ts', 'msw.ts', 'matchers.ts', 'demo.ts', 'storybook.ts', 'playwright.ts'])(
  '%s imports no module of Node',
  (entry) => {
    expect(foreign(entry).filter((specifier) => specifier.startsWith('node:'))).toEqual([]);
  },
);

test.each(['index.ts', 'msw.ts', 'msw.node.ts', 'server.ts', 'vitest.ts', 'playwright.ts', 'storybook.ts'])(
  '%s does not load the demo data',
  (entry) => {
    expect([...graph(entry).keys()].filter((file) => file.startsWith(join(sources, 'records/demo/')))).toEqual([]);
  },
);

// As a server build and a test in jsdom see it.
test('in Node, the storybook entry point has the same names as in a browser', async () => {
  const names: Record<string, unknown> = await import('@issue-tracking/mock/storybook');
  expect(Object.keys(names).sort()).toEqual(exportedBy('storybook.ts'));
});

test('the msw entry point has the same names in Node and in a browser, and a function of the other side throws with where it works', async () => {
  expect(exportedBy('msw.node.ts')).toEqual(exportedBy('msw.ts'));
  const { startMock } = await import('@issue-tracking/mock/msw');
  await expect(startMock(createMock())).rejects.toThrow('works in a page only, and this is Node');
  expect(() => setupInPage(createMock())).toThrow('works in Node only, and this is a page');
});

/** Returns the names of values that an entry point exports. */
function exportedBy(entry: string): string[] {
  return [...readFileSync(join(sources, entry), 'utf8').matchAll(/^export \{([^}]*)\}/gm)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .sort();
}
