import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { expect, onTestFinished, test } from 'vitest';
import { internalsOf } from '../mock/internals.ts';
import { versionOf, watchWorld } from './watch-world.ts';

test('an edit between the first read and the start of the watch is loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'issue-tracking-mock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'world.json');
  await writeFile(file, '{}');
  const first = await versionOf(file);
  await writeFile(file, '{"users":[]}');
  const loads: unknown[] = [];
  const stop = watchWorld(file, first, {
    load: (world) => loads.push(world),
    loaded: () => {},
    failed: (reason) => loads.push(reason),
  });
  onTestFinished(stop);
  await expect.poll(() => loads).toEqual([{ users: [] }]);
});

test('an unexpected error of a load is reported, and the next edit is loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'issue-tracking-mock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'world.json');
  const mock = createMock();
  const before = mock.exportWorld();
  const seen: string[] = [];
  const { load } = internalsOf(mock);
  const stop = watchWorld(file, undefined, {
    load,
    loaded: () => seen.push('loaded'),
    failed: (reason) => seen.push(reason),
  });
  onTestFinished(stop);
  // Too deep to be copied.
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  await writeFile(file, `{"form":"pulled","organizations":[{"id":"o","slug":"o","name":${deep}}]}`);
  await expect.poll(() => seen).toEqual([expect.stringMatching(/world\.json can't be loaded: RangeError/)]);
  expect(mock.exportWorld()).toEqual(before);
  await writeFile(file, '{}');
  await expect.poll(() => seen.at(-1)).toBe('loaded');
});
