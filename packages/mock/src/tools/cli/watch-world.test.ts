import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { versionOf, watchWorld } from './watch-world.ts';

test('an edit between the first reading of a file and the first look at it is loaded', async () => {
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
    refused: (why) => loads.push(why),
  });
  onTestFinished(stop);
  await expect.poll(() => loads).toEqual([{ users: [] }]);
});
