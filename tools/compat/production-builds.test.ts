import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { expect, test } from 'vitest';
import { testedPages } from '../doc-test/doc-tester.ts';
import { stepsOf } from '../doc-test/parse-page.ts';
import { setups } from './setups.ts';

// The rows `create-…` search the builds of the applications that pages create.
const root = join(import.meta.dirname, '../..');
const mockSource = join(root, 'packages/mock/src/index.ts');

/** Builds for production and returns the modules of the mock and of MSW in the result. */
async function findMockModules(config: InlineConfig): Promise<string[]> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@issue-tracking/source', 'module', 'browser', 'production'] },
    ...config,
    build: { write: false, ...config.build },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const modules = outputs.flatMap((each) => (each.type === 'chunk' ? Object.keys(each.modules) : []));
  expect(modules).not.toEqual([]);
  return modules.filter((id) => /\/packages\/mock\/|\/node_modules\/msw\//.test(id));
}

const examples = globSync('examples/*/index.html', { cwd: root }).map((path) => dirname(path));

test.each(examples)('the production build of %s contains no module of the mock or MSW', async (example) => {
  expect(await findMockModules({ root: join(root, example) })).toEqual([]);
});

test('findMockModules finds the mock in a build that contains it', async () => {
  const plugin = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? id : undefined),
    load: (id: string) => (id === 'entry' ? `import { createMock } from '${mockSource}';\ncreateMock();` : undefined),
  };
  const found = await findMockModules({ root, plugins: [plugin], build: { rollupOptions: { input: 'entry' } } });
  expect(found).toContainEqual(expect.stringMatching(/create-mock\.ts$/));
});

test('each guide that starts the mock in a page is built by a setup, or imports the mock during development only', () => {
  const built = setups.flatMap(({ created }) => created?.page ?? []);
  const pages = testedPages().filter((page) =>
    stepsOf(join(root, page)).some(({ kind, text }) => kind === 'save' && text.includes('startMock(')),
  );
  expect(pages).toContain('docs/start/build-a-front-end.md');
  for (const page of pages.filter((each) => !built.includes(each)))
    expect(readFileSync(join(root, page), 'utf8'), page).toContain(
      "if (import.meta.env.DEV) await import('./mock.ts');",
    );
});
