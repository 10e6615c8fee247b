import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createMock, type Mock, type World } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { some } from '../../../tools/testing/seeds.ts';
import { apiKey, onIssue, sparseWorld } from './fixture.ts';

/** Makes the process's time pass fast, because a run takes two minutes. */
const fastClock = fileURLToPath(new URL('fast-clock.ts', import.meta.url));
const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

/** Starts the command as a process of its own against a mock over HTTP. */
function start(...argv: string[]) {
  return startOn(sparseWorld(), argv);
}

async function startOn(world: World, argv: readonly string[]) {
  const mock = createMock({ world });
  const { url, close } = await listen(mock);
  const child = spawn(
    process.execPath,
    ['--import', fastClock, inject('programs')['packages/cli/src/cli.ts'] ?? '', ...argv],
    {
      env: { ...process.env, ISSUE_TRACKING_BASE_URL: url, ISSUE_TRACKING_API_KEY: apiKey },
    },
  );
  let error = '';
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await close();
  });
  return { mock, child, exit: once(child, 'close'), error: () => error };
}

/** Resolves when the issue was changed, or the process ended. */
const changed = (mock: Mock, exit: Promise<unknown>) =>
  Promise.race([
    exit,
    vi.waitUntil(() => mock.requests.find(({ method, status }) => method === 'PATCH' && status === 200).length > 0),
  ]);

function stateOf(mock: Mock) {
  const { status, priority } = mock.world.issues.find({ issueNumber: 1 })[0] ?? {};
  return { status, priority };
}

const asBefore = stateOf(createMock({ world: sparseWorld() }));

const signals = [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const;

test.each(some(signals))('after %s the issue is restored, and the exit code is %i', async (signal, code) => {
  const { mock, child, exit, error } = await start('compare', ...onIssue());
  child.stdout.resume();
  await changed(mock, exit);
  child.kill(signal);
  expect(await exit).toEqual([code, null]);
  expect(stateOf(mock)).toEqual(asBefore);
  expect(error()).toContain('Issue 1 of prj_web is restored');
});

test('after SIGHUP with closed output streams the issue is restored', async () => {
  const { mock, child, exit } = await start('compare', ...onIssue());
  await changed(mock, exit);
  child.stdout.destroy();
  child.stderr.destroy();
  child.kill('SIGHUP');
  expect(await exit).toEqual([129, null]);
  expect(stateOf(mock)).toEqual(asBefore);
});

test('after SIGKILL the file of a pull has what was read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'world.json');
  const world = sparseWorld();
  const [project] = world.organizations?.[0]?.projects ?? [];
  if (project) project.issues = Array.from({ length: 200 }, (_, i) => ({ title: `Issue ${i + 1}` }));
  const { child, exit } = await startOn(world, ['pull', '--project', 'prj_web', '-o', file]);
  await Promise.race([exit, vi.waitUntil(() => existsSync(file))]);
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
  const { issues } = JSON.parse(readFileSync(file, 'utf8')).organizations[0].projects[0];
  expect([issues.length > 0, issues.length < 200]).toEqual([true, true]);
});

test.runIf(existsSync('/dev/full'))(
  'from its sources too, output that cannot be written is an error with exit code 2',
  async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--conditions=@issue-tracking/source', cli, '--help'], {
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    const [error, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
    expect([code, error]).toEqual([2, expect.stringContaining("standard output can't be written (ENOSPC")]);
  },
);
