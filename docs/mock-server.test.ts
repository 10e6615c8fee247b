import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { routes } from '../packages/mock/src/control-api/routes.ts';
import { type Flag, flags } from '../packages/mock/src/tools/cli/flags.ts';

const page = readFileSync(join(import.meta.dirname, 'mock/server.md'), 'utf8');

/** The cells of the page's tables, row by row. */
const rows = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | '));

test.each(Object.entries<Flag>(flags))('the page has the flag --%s, with its default', (name, flag) => {
  const usage = `\`--${name}${flag.value ? ` ${flag.value}` : ''}\``;
  const row = rows.find(([first = '']) => first.split(', ').includes(usage));
  expect(row, usage).toBeDefined();
  if (flag.default !== undefined) expect(row?.[1]).toBe(`\`${flag.default}\``);
});

test('the page has every control route and no other', () => {
  const documented = rows
    .map(([first = '']) => first)
    .filter((first) => /^`(?:GET|POST|PATCH|DELETE) /.test(first))
    .flatMap((first) => {
      const [method = '', ...others] = first.replaceAll('`', '').split(/ |, /);
      return others.map((path) => `${method} ${path.replace('/__mock/', '')}`);
    });
  expect(documented.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test('the world file of the page is one', async () => {
  const [, json = ''] = /^```json\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const mock = createMock({ world: JSON.parse(json) });
  const { fetch, baseUrl, apiKey } = mock.clientOptions;
  const response = await fetch(`${baseUrl}/api/v1/projects/prj_web/issues/1`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(await response.json()).toMatchObject({
    data: { metadataSummary: { consoleErrorCount: 1, networkErrorCount: 1, jsErrorCount: 1, screenshotCount: 1 } },
  });
});
