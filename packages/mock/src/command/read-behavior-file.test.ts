import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createMock } from '../index.ts';
import { readBehaviorFile } from './read-behavior-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-behavior-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function file(content: string): string {
  const path = join(folder, `${files++}.json`);
  writeFileSync(path, content);
  return path;
}

test.each([
  [{ listItem: 'reporter', statusRejection: { status: 403 } }],
  [
    {
      baseUrl: 'https://issues.example',
      behavior: { listItem: 'reporter', statusRejection: { status: 403 } },
      undecided: {},
    },
  ],
])('a behavior file can have options at its root or in a member: %j', async (content) => {
  const behavior = await readBehaviorFile(file(JSON.stringify(content)));
  expect(behavior).toEqual({ listItem: 'reporter', statusRejection: { status: 403 } });
  createMock({ behavior });
});

test('an omitted behavior file means no options', async () => {
  expect(await readBehaviorFile(undefined)).toEqual({});
});

test.each([
  ['{', 'is not JSON'],
  ['[]', 'has no behavior options: it must be a JSON object of them'],
  ['{"listItems":"both"}', 'can\'t have the behavior option "listItems": did you mean "listItem"?'],
  ['{"listItem":"most"}', `listItem can't be "most": it must be both, reporter, labels or alternating`],
])('a behavior file of %s is rejected: %s', async (content, message) => {
  await expect(readBehaviorFile(file(content))).rejects.toThrow(message);
});

test('the error for a missing behavior file has its path', async () => {
  await expect(readBehaviorFile('nowhere.json')).rejects.toThrow(
    `--behavior-file can't be "nowhere.json": it can't be read (ENOENT)`,
  );
});
