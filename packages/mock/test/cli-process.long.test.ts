import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { folder, start } from './command-process.ts';

test('the command can read its world from a pipe, and can be stopped while it waits for data', {
  timeout: 60_000,
  tags: 'mkfifo',
}, async () => {
  const pipe = join(await folder(), 'world.json');
  execFileSync('mkfifo', [pipe]);
  const first = start('--port', '0', '--world', pipe);
  await vi.waitUntil(() => first.error(), { timeout: 20_000 });
  expect(first.error()).toBe(`Waiting for ${pipe}: it is a pipe without data yet.\n`);
  first.process.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  const second = start('--port', '0', '--world', pipe);
  await writeFile(pipe, '{"users":[]}');
  expect(await second.url()).toMatch(/^http:/);
  expect(await start('--port', '0', '--state', pipe).exit).toBe(2);
});
