import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mock } from '@issue-tracking/mock';
import { afterAll, expect, test } from 'vitest';
import type { Json } from '../../../tools/spec-service/wire.ts';
import { run, serviceOf, sparseWorld } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-pull-lists-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Copies a project of small issues, and edits issue 3 of the copy. */
async function pulled(count: number) {
  const world = sparseWorld();
  const [project] = world.organizations?.[0]?.projects ?? [];
  if (project) project.issues = Array.from({ length: count }, (_, i) => ({ title: `Issue ${i + 1}` }));
  const mock = serviceOf(world);
  const file = join(folder, `world-${files++}.json`);
  const argv = ['pull', '--project', 'prj_web', '-o', file, '--rate', '100'];
  await run(mock, argv);
  edit(file, (issues) => {
    issues[2].title = 'Edited';
  });
  mock.requests.clear();
  return { mock, file, argv };
}

function edit(file: string, change: (issues: Json[]) => void): void {
  const world = JSON.parse(readFileSync(file, 'utf8'));
  change(world.organizations[0].projects[0].issues);
  writeFileSync(file, JSON.stringify(world));
}

function issuesIn(file: string): Json[] {
  return JSON.parse(readFileSync(file, 'utf8')).organizations[0].projects[0].issues;
}

/** Changes what the list shows. */
function listing(mock: Mock, change: (list: Json) => void): typeof fetch {
  return async (input, init) => {
    const response = await mock.fetch(input, init);
    if (!String(input).includes('/issues?')) return response;
    const list = await response.json();
    change(list);
    return Response.json(list);
  };
}

test('an issue that moves to an earlier page while the list is read stays in the file', async () => {
  const { mock, file, argv } = await pulled(105);
  let isDeleted = false;
  const fetch: typeof globalThis.fetch = (input, init) => {
    // Issue 5 leaves page 2 for page 1, which has been read.
    if (!isDeleted && String(input).includes('page=2')) {
      mock.world.issues.delete({ projectId: 'prj_web', issueNumber: 100 });
      isDeleted = true;
    }
    return mock.fetch(input, init);
  };
  expect((await run(mock, argv, { fetch })).code).toBe(0);
  const numbers = () => issuesIn(file).map(({ issueNumber }) => issueNumber);
  expect(numbers()).toContain(5);
  // Page 1 still had the deleted one.
  const { code, error } = await run(mock, argv);
  expect([code, error]).toEqual([0, expect.stringContaining('the service has none of them: issues 100\n')]);
  expect([numbers().length, numbers().includes(100)]).toEqual([104, false]);
});

test('an issue that the list leaves out is asked for by its number, and stays as it is in the file', async () => {
  const { mock, file, argv } = await pulled(5);
  const before = issuesIn(file);
  const fetch = listing(mock, (list) => {
    list.data = list.data.filter(({ issueNumber }: Json) => issueNumber !== 3);
    list.total = list.data.length;
  });
  const { code, error } = await run(mock, argv, { fetch });
  expect([code, error]).toEqual([0, expect.not.stringContaining('Removed')]);
  expect(issuesIn(file)).toEqual(before);
  expect(mock.requests.find({ endpoint: 'issues.get' }).map(({ path }) => path)).toEqual([
    '/api/v1/projects/prj_web/issues/3',
  ]);
});

test('an issue that the list leaves out and that has changed is read whole', async () => {
  const { mock, file, argv } = await pulled(5);
  const { shows } = issuesIn(file)[2];
  mock.world.issues.update(
    { projectId: 'prj_web', issueNumber: 3 },
    { title: 'New', updatedAt: '2027-01-01T00:00:00.000Z' },
  );
  const fetch = listing(mock, (list) => {
    list.data = list.data.filter(({ issueNumber }: Json) => issueNumber !== 3);
    list.total = list.data.length;
  });
  expect((await run(mock, argv, { fetch })).code).toBe(0);
  expect(issuesIn(file)[2]).toMatchObject({ title: 'New', shows });
});

test('a list that never has as many issues as its total is told, and removes none', async () => {
  const { mock, file, argv } = await pulled(5);
  const before = issuesIn(file);
  const fetch = listing(mock, (list) => {
    list.data = list.data.filter(({ issueNumber }: Json) => issueNumber !== 3);
  });
  const { code, out, error } = await run(mock, [...argv, '--json'], { fetch });
  expect([code, JSON.parse(out).isUnstable]).toEqual([1, true]);
  expect(error).toContain('The list of issues kept changing while it was read: some may be missing\n');
  expect(issuesIn(file)).toEqual(before);
});

test('an issue that the list leaves out and that keeps failing stays in the file, and is named', async () => {
  const { mock, file, argv } = await pulled(5);
  const before = issuesIn(file);
  mock.world.issues.delete({ projectId: 'prj_web', issueNumber: 3 });
  const fetch: typeof globalThis.fetch = async (input, init) =>
    String(input).endsWith('/issues/3') ? Response.json({ error: 'no' }, { status: 500 }) : mock.fetch(input, init);
  const { code, error } = await run(mock, argv, { fetch });
  expect([code, error]).toEqual([1, expect.stringContaining('Not read: issues 3\n')]);
  expect(issuesIn(file)).toEqual(before);
});

test('a project that is gone during a run removes no issue [ERR-3]', async () => {
  const { mock, file, argv } = await pulled(5);
  const before = issuesIn(file);
  for (const issueNumber of [1, 2, 3, 4, 5])
    mock.world.issues.update({ projectId: 'prj_web', issueNumber }, { updatedAt: '2027-01-01T00:00:00.000Z' });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (/\/issues\/3/.test(String(input))) mock.world.projects.delete({ id: 'prj_web' });
    return mock.fetch(input, init);
  };
  const { code, error } = await run(mock, argv, { fetch });
  expect([code, error]).toEqual([2, expect.stringContaining('404 Project not found')]);
  expect(issuesIn(file).map(({ title }) => title)).toEqual(
    before.map(({ title }, i) => (i < 2 ? `Issue ${i + 1}` : title)),
  );
});

test('an issue that a user added to the file is removed and named, as the service has none [EP-8]', async () => {
  const { mock, file, argv } = await pulled(5);
  edit(file, (issues) => void issues.push({ issueNumber: 99, title: 'Own' }));
  const { code, error } = await run(mock, argv);
  expect([code, error]).toEqual([0, expect.stringContaining('the service has none of them: issues 99\n')]);
  expect(issuesIn(file)).toHaveLength(5);
});
