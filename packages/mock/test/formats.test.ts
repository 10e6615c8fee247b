import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type PulledWorld, parseWorld, type World } from '@issue-tracking/mock';
import { expect, onTestFinished, test } from 'vitest';
import { checkedBehavior } from '../src/tools/cli/choose-behavior.ts';
import { readBehaviorFile } from '../src/tools/cli/read-behavior-file.ts';

/** Files that version 1 of the formats wrote. They are never changed: every later version must read them. */
const written = (name: string) => readFileSync(join(import.meta.dirname, 'formats', name), 'utf8');
const read = (name: string): World | PulledWorld => JSON.parse(written(name));

test.each(['world-1.json', 'pulled-world-1.json', 'copied-world-1.json'])(
  'the mock can load %s, which is also the format of a state file',
  (name) => {
    const mock = createMock({ world: read(name) });
    const { formatVersion, ...records } = read(name);
    expect(formatVersion).toBe(1);
    expect(mock.exportWorld()).toMatchObject(records);
    // Before there was a version.
    expect(createMock({ world: records as World }).exportWorld()).toEqual(mock.exportWorld());
  },
);

test('the mock can load behavior-1.json', () => {
  expect(checkedBehavior('behavior-1.json', JSON.parse(written('behavior-1.json')))).toEqual({
    commentStatus: 200,
    listItem: 'reporter',
    transitions: { open: ['in_progress'] },
    statusRejection: { status: 422, error: 'no' },
  });
});

test('the mock can load calibrated-behavior-1.json, which the command wrote', () => {
  const { formatVersion, ...file } = JSON.parse(written('calibrated-behavior-1.json'));
  expect(formatVersion).toBe(1);
  expect(checkedBehavior('behavior.json', { formatVersion, ...file })).toEqual(file.behavior);
  // Before there was a version.
  expect(checkedBehavior('behavior.json', file)).toEqual(file.behavior);
  expect(file.behavior).toMatchObject({ issueOrder: 'newest', listItem: 'both' });
});

const newer = 'was written by a newer version of @issue-tracking/mock (format 2; this one reads up to 1)';

test('a file of a newer format version is rejected, whatever its content', async () => {
  for (const world of [
    { formatVersion: 2, teams: [] },
    { formatVersion: 2, form: 'streamed' },
  ]) {
    expect(() => parseWorld(world)).toThrow(`formatVersion: ${newer}`);
    expect(() => createMock({ world: world as World })).toThrow(newer);
  }
  const folder = mkdtempSync(join(tmpdir(), 'formats-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'behavior.json');
  writeFileSync(file, '{ "formatVersion": 2, "behavior": {} }');
  await expect(readBehaviorFile(file)).rejects.toThrow(`${file} ${newer}`);
});

test.each([0, 1.5, '1', null])('the format version %j is rejected', (formatVersion) => {
  expect(() => parseWorld({ formatVersion })).toThrow('formatVersion: must be');
});
