import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mock } from '@issue-tracking/mock';
import { afterAll, expect, test } from 'vitest';
import type { Json } from '../../../tools/spec-service/wire.ts';
import { run, serviceOf, sparseWorld } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-pull-ends-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `world-${files++}.json`);
const pullTo = (file: string, ...more: string[]) => ['pull', '--project', 'prj_web', '-o', file, ...more];
const later = '2027-01-01T00:00:00.000Z';

/** A service with small issues, whose titles no demo has. */
function service(count: number, description = ''): Mock {
  const world = sparseWorld();
  const [project] = world.organizations?.[0]?.projects ?? [];
  if (project)
    project.issues = Array.from({ length: count }, (_, i) => ({ title: `Real issue ${i + 1}`, description }));
  return serviceOf(world);
}

function issuesIn(file: string): Json[] {
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')).organizations[0].projects[0].issues;
}

/** Fails every request from that of an issue on. */
const failsFrom = (mock: Mock, issueNumber: number): typeof fetch => {
  let isDown = false;
  return async (input, init) => {
    isDown ||= String(input).endsWith(`/issues/${issueNumber}`);
    if (isDown) throw new TypeError('fetch failed');
    return mock.fetch(input, init);
  };
};

/** Changes all issues, so that the next run reads them again. */
function changeAll(mock: Mock): void {
  for (const { issueNumber, title } of mock.world.issues.find())
    mock.world.issues.update({ projectId: 'prj_web', issueNumber }, { title: `${title} changed`, updatedAt: later });
}

test.each([[[]], [['--anonymize']], [['--rate', '100']]])(
  'at any request of a pull with %j, the file lacks 20 issues or what was read in 30 seconds at most',
  async (flags) => {
    const mock = service(45);
    const file = newFile();
    /** When each issue was read. */
    const readAt: number[] = [];
    let present = '1';
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const [, number = present] = /\/issues\/(\d+)/.exec(String(input)) ?? [];
      if (number !== present) readAt.push(mock.clock.now());
      present = number;
      const saved = issuesIn(file).length;
      expect(readAt.length - saved).toBeLessThan(20);
      expect(mock.clock.now() - (readAt[saved] ?? mock.clock.now())).toBeLessThanOrEqual(30_000);
      return mock.fetch(input, init);
    };
    expect((await run(mock, pullTo(file, ...flags), { fetch })).code).toBe(0);
    expect([readAt.length, issuesIn(file).length]).toEqual([44, 45]);
  },
);

test('a file keeps the issues that a run has not reached, and the previous file until a run ends well', async () => {
  const mock = service(30);
  const file = newFile();
  await run(mock, pullTo(file));
  const first = readFileSync(file, 'utf8');
  changeAll(mock);
  const { code, error } = await run(mock, pullTo(file), { fetch: failsFrom(mock, 25) });
  expect([code, error]).toEqual([2, expect.stringContaining(`${file}.bak is the file as it was before`)]);
  const isChanged = () => issuesIn(file).map(({ title }) => title.endsWith('changed'));
  expect(isChanged()).toEqual(Array.from({ length: 30 }, (_, i) => i < 24));
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe(first);
  // A later run that ends early, too, leaves it.
  await run(mock, pullTo(file), { fetch: failsFrom(mock, 26) });
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe(first);
  expect((await run(mock, pullTo(file))).code).toBe(0);
  expect([isChanged().includes(false), existsSync(`${file}.bak`)]).toEqual([false, false]);
});

test('a file beside a new one, of the name of a previous one, stays', async () => {
  const file = newFile();
  writeFileSync(`${file}.bak`, 'precious');
  expect((await run(service(1), pullTo(file))).code).toBe(0);
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe('precious');
});

test('with --anonymize, a run that ends early keeps the issues of an anonymous file, and none of a real one', async () => {
  const mock = service(30);
  const file = newFile();
  await run(mock, pullTo(file));
  const real = readFileSync(file, 'utf8');
  const failed = await run(mock, pullTo(file, '--anonymize'), { fetch: failsFrom(mock, 25) });
  expect([failed.code, issuesIn(file).length, readFileSync(file, 'utf8').includes('Real issue')]).toEqual([
    2,
    24,
    false,
  ]);
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe(real);
  await run(mock, pullTo(file, '--anonymize'));
  const whole = readFileSync(file, 'utf8');
  await run(mock, pullTo(file, '--anonymize'), { fetch: failsFrom(mock, 3) });
  expect(issuesIn(file)).toHaveLength(30);
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe(whole);
});

test('an unexpected error leaves what was read in the file', async () => {
  const mock = service(30);
  const file = newFile();
  const onError = (text: string) => {
    if (text.includes('3/30')) throw new Error('the terminal is gone');
  };
  await expect(run(mock, pullTo(file), { terminal: true, onError })).rejects.toThrow('the terminal is gone');
  expect(issuesIn(file)).toHaveLength(3);
});

/** A folder of 128 KiB, where the system lets this process mount one. */
const disk = join(folder, 'disk');
const isMounted = (() => {
  mkdirSync(disk);
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
afterAll(() => isMounted && execFileSync('/bin/umount', [disk]));

test.runIf(isMounted)(
  'a full disk leaves the last file that fitted, and the run ends and says how many issues it has',
  async () => {
    const file = join(disk, 'world.json');
    // A file stands beside the next one until that is whole.
    const mock = service(60, 'x'.repeat(2000));
    const { code, error } = await run(mock, pullTo(file));
    const { length } = issuesIn(file);
    expect([code, length > 0, length < 60]).toEqual([2, true, true]);
    expect(error).toContain(`${file} can't be written (ENOSPC): it has ${length} issues\n`);
    expect(existsSync(`${file}.part`)).toBe(false);
    // Nothing more is read for a file that can't be written.
    expect(mock.requests.find({ endpoint: 'issues.get' }).length).toBeLessThan(length + 20);
  },
);
