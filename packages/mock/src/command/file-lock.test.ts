import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { FileLock } from './file-lock.ts';

async function lockable(): Promise<{ file: string; lock: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'state.json');
  return { file, lock: `${file}.lock`, folder };
}

async function leave(lock: string, content: string): Promise<void> {
  await writeFile(lock, content);
  await utimes(lock, 0, 0);
}

test.each([
  ['of a process with the same id, as in a container', `${process.pid}\n`],
  ['of a running process', `${process.ppid} elsewhere 1\n`],
  ['without content', ''],
])('a lock that its owner does not update is replaced: a lock %s', async (_whose, content) => {
  const { file, lock, folder } = await lockable();
  await leave(lock, content);
  const taken = await FileLock.take(file);
  expect(await readFile(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  await taken.release();
  expect(await readdir(folder)).toEqual([]);
});

test('a lock can be taken when its lease has expired, but not while its owner renews it', async () => {
  const { file, lock } = await lockable();
  await writeFile(lock, '1 elsewhere 1\n');
  const taken = await FileLock.take(file, { leaseMs: 250 });
  onTestFinished(() => taken.release());
  await expect(FileLock.take(file, { leaseMs: 5000 })).rejects.toThrow(
    `the server with process id ${process.pid} has it. Stop that one, or use another file`,
  );
});

test('only one of four servers that start at once takes an abandoned lock', async () => {
  const { file, lock, folder } = await lockable();
  for (let round = 0; round < runs(25, 200); round++) {
    await leave(lock, `4194000 round ${round}\n`);
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => FileLock.take(file, { leaseMs: 1000 })));
    const taken = all.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
    expect(taken).toHaveLength(1);
    expect(all.filter((each) => each.status === 'rejected').map(({ reason }) => reason.message)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining(`process id ${process.pid} has it`)),
    );
    await taken[0]?.release();
    expect(await readdir(folder)).toEqual([]);
  }
});

test('a server that loses an abandoned lock to another names the new owner', async () => {
  const { file, lock } = await lockable();
  await writeFile(lock, '4194000\n');
  const late = FileLock.take(file, { leaseMs: 5000 }).catch(({ message }: Error) => message);
  const taken = await FileLock.take(file, { leaseMs: 100 });
  onTestFinished(() => taken.release());
  expect(await late).toContain(`the server with process id ${process.pid} has it.`);
});

test.each(['', 'my notes\n'])('a renewed lock without a process id (%j) belongs to another server', async (content) => {
  const { file, lock } = await lockable();
  await leave(lock, content);
  await utimes(lock, new Date(), new Date());
  const refused = FileLock.take(file, { leaseMs: 5000 }).catch(({ message }: Error) => message);
  const touching = setInterval(() => void utimes(lock, new Date(), new Date()), 20);
  onTestFinished(() => clearInterval(touching));
  expect(await refused).toBe(`--state can't be "${file}": another server has it. Stop that one, or use another file`);
});

test('an owner whose lock was taken over notices, and does not delete the new lock', async () => {
  const { file, lock } = await lockable();
  const first = await FileLock.take(file);
  expect(await first.isOwn()).toBe(true);
  await leave(lock, '7 elsewhere 1\n');
  expect(await first.isOwn()).toBe(false);
  await first.release();
  expect(await readFile(lock, 'utf8')).toBe('7 elsewhere 1\n');
});

test('an owner restores its deleted lock', async () => {
  const { file, lock, folder } = await lockable();
  const taken = await FileLock.take(file);
  await rm(lock);
  expect(await taken.isOwn()).toBe(true);
  await taken.release();
  expect(await readdir(folder)).toEqual([]);
});
