import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { service } from '../../../test/fixture.ts';
import { coreOf } from '../../mock/core.ts';
import { kinds } from './record-kinds.ts';

type Tested = ReturnType<typeof service>;

/** What can be done to the records, each by numbers that it takes what it needs from. */
const deeds: Record<string, (tested: Tested, pick: number) => unknown> = {
  change: ({ patch }, pick) =>
    patch(`/projects/prj_web/issues/${1 + (pick % 6)}`, { status: pick % 2 ? 'blocked' : 'in_progress' }),
  comment: ({ post }, pick) => post(`/projects/prj_web/issues/${1 + (pick % 6)}/comments`, { content: `#${pick}` }),
  createIssue: ({ mock }) => mock.dashboard.createIssue({ projectId: 'prj_web' }).catch(() => {}),
  makeTenant: ({ mock }) => mock.tenant({ issues: 1 }),
  createToken: ({ mock }) => mock.dashboard.createAccessToken({ userId: 'usr_ada' }).catch(() => {}),
  rename: ({ mock }, pick) =>
    mock.world.projects.updateMany((q) => q.where({ id: pick % 2 ? 'prj_web' : 'prj_empty' }), {
      data: (project) => void Object.assign(project, { name: `Name ${pick}` }),
    }),
  deleteIssue: ({ mock }, pick) => mock.world.issues.delete((q) => q.where({ issueNumber: 1 + (pick % 6) })),
  deleteComment: ({ mock }) => mock.world.comments.delete((q) => q.where(() => true)),
  deleteProject: ({ mock }, pick) => pick % 4 === 0 && mock.world.projects.delete((q) => q.where({ id: 'prj_web' })),
  deleteUser: ({ mock }, pick) => pick % 4 === 0 && mock.world.users.delete((q) => q.where(() => true)),
  deleteOrganization: ({ mock }, pick) =>
    pick % 4 === 0 && mock.world.organizations.delete((q) => q.where({ slug: pick % 8 ? 'acme' : 'globex' })),
};

/** A deed, a snapshot, or going back: to one of the snapshots, or to the beginning. */
const step = fc.tuple(
  fc.constantFrom(...Object.keys(deeds), 'snapshot', 'snapshot', 'restore', 'restore', 'reset'),
  fc.nat(40),
);

/** Everything that is told of the records: as they are, as the API lists them, and as the collections show them. */
function told({ mock }: Tested): string {
  const { store } = coreOf(mock);
  const records = store.records();
  const lists = [...store.directory.projects.values()].map((project) => [
    project.nextNumber,
    [...project.select({}).all(), ...project.select({ status: 'open' }).all()].map(({ record }) => record.issueNumber),
  ]);
  for (const kind of kinds) {
    const shown = new Set<object>(mock.world[kind].all());
    expect(shown.size, kind).toBe(mock.world[kind].count());
    expect(shown, kind).toEqual(new Set<object>(records[kind]));
  }
  return JSON.stringify({ records, lists });
}

function sorted(records: object[]): string[] {
  return records.map((record) => JSON.stringify(record)).sort();
}

/** Snapshots and what the mock told at that moment, beside a mock that keeps going to and fro. */
async function holds(steps: readonly (readonly [string, number])[]): Promise<void> {
  const tested = service();
  const { mock } = tested;
  const beginning = told(tested);
  const taken: { snapshot: ReturnType<typeof mock.snapshot>; moment: string }[] = [];
  for (const [name, pick] of steps) {
    const back = taken[pick % (taken.length || 1)];
    if (name === 'snapshot') taken.push({ moment: told(tested), snapshot: mock.snapshot() });
    else if (name === 'reset') {
      mock.reset();
      expect(told(tested)).toBe(beginning);
    } else if (name === 'restore') {
      if (!back) continue;
      mock.restore(back.snapshot);
      expect(told(tested)).toBe(back.moment);
    } else await deeds[name]?.(tested, pick);
  }
  for (const { snapshot, moment } of taken) {
    const { records } = JSON.parse(moment);
    const readAs = JSON.parse(JSON.stringify(coreOf(mock).stateAt(snapshot)));
    for (const kind of kinds) expect(sorted(readAs[kind]), kind).toEqual(sorted(records[kind]));
    mock.restore(snapshot);
    expect(told(tested)).toBe(moment);
  }
  mock.reset();
  expect(told(tested)).toBe(beginning);
}

afterEach(() => void vi.unstubAllGlobals());

describe('whatever happens, each snapshot brings back its moment, and reset the beginning', () => {
  const anySteps = fc.array(step, { maxLength: 30 });

  test('while all snapshots are held', { timeout: 60_000 }, async () => {
    await fc.assert(fc.asyncProperty(anySteps, holds), { numRuns: 200 });
  });

  test('with the changes of those that nobody holds joined to others', { timeout: 60_000 }, async () => {
    // As if the collector had been everywhere.
    vi.stubGlobal(
      'WeakRef',
      class {
        deref() {}
      },
    );
    const long = fc.array(step, { minLength: 40, maxLength: 80 });
    await fc.assert(fc.asyncProperty(long, holds), { numRuns: 100 });
  });

  test('where there is no WeakRef, as in Workers before 2025', { timeout: 60_000 }, async () => {
    vi.stubGlobal('WeakRef', undefined);
    await fc.assert(fc.asyncProperty(anySteps, holds), { numRuns: 50 });
  });
});

test('a record that was deleted comes back as the same object, where it was', async () => {
  const { mock } = service();
  const { issues } = mock.world;
  const order = () => [...coreOf(mock).store.all('issues')].map(({ title }) => title);
  const [before, first] = [order(), issues.findFirst()];
  issues.deleteMany((q) => q.where({ projectId: 'prj_web' }));
  mock.reset();
  expect([order(), issues.findFirst() === first]).toEqual([before, true]);
});

test('what listens to a collection is told of what comes and goes by a restore', async () => {
  const { mock } = service();
  const heard: string[] = [];
  mock.world.issues.hooks.on('create', ({ data }) => heard.push(`+${data.record.title}`));
  mock.world.issues.hooks.on('delete', ({ data }) => heard.push(`-${data.deletedRecord.title}`));
  const snapshot = mock.snapshot();
  await mock.dashboard.createIssue({ projectId: 'prj_web', title: 'New' });
  mock.world.issues.delete((q) => q.where({ title: 'Search' }));
  mock.restore(snapshot);
  expect(heard).toEqual(['+New', '-Search', '-New', '+Search']);
});
