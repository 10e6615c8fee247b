import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../index.ts';
import { readReadings } from './read-readings.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-readings-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function file(content: string): string {
  const path = join(folder, `${files++}.json`);
  writeFileSync(path, content);
  return path;
}

test.each([
  [{ listItem: 'reporter', statusRefusal: { status: 403 } }],
  [
    {
      baseUrl: 'https://issues.example',
      readings: { listItem: 'reporter', statusRefusal: { status: 403 } },
      undecided: {},
    },
  ],
])('a file has readings, or a member with them: %j', async (content) => {
  const readings = await readReadings(file(JSON.stringify(content)));
  expect(readings).toEqual({ listItem: 'reporter', statusRefusal: { status: 403 } });
  createMock({ readings });
});

test('without a file there are none', async () => {
  expect(await readReadings(undefined)).toEqual({});
});

test.each([
  ['{', 'is not JSON'],
  ['[]', 'has no readings: it must be a JSON object of them'],
  ['{"listItems":"both"}', 'can\'t have the reading "listItems": did you mean "listItem"?'],
  ['{"listItem":"most"}', `listItem can't be "most": it must be both, reporter, labels or alternating`],
])('%s is refused: %s', async (content, message) => {
  await expect(readReadings(file(content))).rejects.toThrow(message);
});

test('a file that is not there is named', async () => {
  await expect(readReadings('nowhere.json')).rejects.toThrow(
    `--readings can't be "nowhere.json": it can't be read (ENOENT)`,
  );
});
