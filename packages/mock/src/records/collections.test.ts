import { runInNewContext } from 'node:vm';
import { type Collections, createMock, type Mock, virtualClock, WorldError } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { acme, service } from '../../test/fixture.ts';
import { kinds } from './placements.ts';

const first = { projectId: 'prj_web', issueNumber: 1 };
const path = '/projects/prj_web/issues/1';
/** A function without its types, to pass what a program in JavaScript could. */
type Untyped = (...values: unknown[]) => unknown;

test('what find() and exportWorld() return passes toStrictEqual, also where structuredClone is of another realm', ({
  onTestFinished,
}) => {
  const parse: typeof JSON.parse = runInNewContext('(text) => JSON.parse(text)');
  vi.stubGlobal('structuredClone', (value: unknown) => parse(JSON.stringify(value)));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { mock } = service();
  mock.world.issues.update(first, { labels: ['changed'] });
  for (const value of [recordsOf(mock), mock.exportWorld(), demoWorld()])
    expect(value).toStrictEqual(JSON.parse(JSON.stringify(value)));
});

function recordsOf({ world }: Mock): unknown {
  return kinds.map((kind) => world[kind].find());
}

describe('find()', () => {
  test('returns all records, or those with the values, those that pass a test, or those of a query', () => {
    const { issues } = service().mock.world;
    expect(issues.find({ projectId: 'prj_web' })).toHaveLength(5);
    const numbers = (found: readonly { readonly issueNumber: number }[]) => found.map(({ issueNumber }) => issueNumber);
    expect(numbers(issues.find({ status: 'open', projectId: 'prj_web' }))).toEqual([1, 5]);
    expect(numbers(issues.find({ labels: ['bug', 'checkout'] }))).toEqual([1]);
    expect(numbers(issues.find((issue) => issue.labels.includes('bug')))).toContain(1);
    expect(numbers(issues.find((q) => q.where({ status: 'verified' }).or({ status: 'blocked' })))).toEqual([3, 4]);
    expect(numbers(issues.find((q) => q.where((issue) => issue.issueNumber > 3).and({ status: 'open' })))).toEqual([5]);
    expect(issues.find({ issueNumber: 99 })).toEqual([]);
  });

  test.each<[string, Untyped, string]>([
    ['a member that no issue has', () => ({ titel: 'x' }), '- titel: is not a member of issues; did you mean "title"?'],
    ['null', () => null, 'A condition must be an object of members and values, or a function of a record.'],
    ['a list', () => [], 'A condition must be an object'],
  ])('rejects %s', (_, where, message) => {
    for (const run of [(w: Collections) => w.issues.find, (w: Collections) => w.issues.delete]) {
      const { mock } = service();
      const before = recordsOf(mock);
      expect(() => (run(mock.world) as Untyped)(where())).toThrow(message);
      expect(recordsOf(mock)).toEqual(before);
    }
  });

  test('rejects options: results are arrays', () => {
    const { issues } = service().mock.world;
    expect(() => (issues.find as Untyped)({}, { take: 1 })).toThrow('takes one condition and no options');
  });

  test('returns frozen records, which later changes leave as they were', async () => {
    const { mock, patch } = service();
    const [before] = mock.world.issues.find(first);
    expect(() => before?.labels.push('mine')).toThrow(TypeError);
    await patch(path, { status: 'blocked' });
    expect(before?.status).toBe('open');
    expect(mock.world.issues.find(first)).toMatchObject([{ status: 'blocked' }]);
  });
});

describe('create()', () => {
  test('adds a record with the records in its lists, which the service has at once [AUTH-2] [AUTH-5] [GEN-6]', async () => {
    const { mock, as } = service();
    const organization = mock.world.organizations.create({
      projects: [{ issues: [{ comments: [{ content: 'Seen.' }], consoleLogs: [{ message: 'x' }] }] }],
      apiKeys: [{ key: 'svc_new', scopes: ['projects:read', 'issues:read'] }],
    });
    const [project] = mock.world.projects.find({ organizationId: organization.id });
    const issue = `/projects/${project?.id}/issues/1`;
    const { get, patch } = as('svc_new');
    expect((await get('/projects')).body.data).toMatchObject([
      { id: project?.id, organizationSlug: organization.slug },
    ]);
    expect((await get(`${issue}/comments`)).body.data).toMatchObject([{ content: 'Seen.' }]);
    expect((await get(`${issue}/console-logs`)).body.data).toMatchObject([{ message: 'x' }]);
    expect((await patch(issue, { status: 'blocked' })).status).toBe(403);
  });

  test('copies the given record', () => {
    const { issues } = service().mock.world;
    const given = { projectId: 'prj_web', labels: ['bug'] };
    issues.create(given);
    given.labels.push('mine');
    expect(issues.find({ issueNumber: 6 })).toMatchObject([{ labels: ['bug'] }]);
  });

  test.each<[kind: keyof Collections, record: object, message: string]>([
    ['issues', {}, '- projectId: must be a string; it is missing'],
    ['issues', { projectId: 'prj_wep' }, 'There is no project prj_wep. Existing projects: prj_web, prj_empty'],
    ['issues', { projectId: 'prj_web', comments: [{}] }, '- comments[0].content: must be a string; it is missing'],
    ['issues', { projectId: 'prj_web', issueNumber: 1 }, 'The issue 1 in prj_web already exists.'],
    ['comments', { ...first, issueNumber: 99, content: 'x' }, 'There is no issue 99 in prj_web.'],
    ['comments', { ...first, content: 'x', id: 'c1' }, 'The comment c1 already exists.'],
    ['projects', { organizationId: acme, id: 'prj_web' }, 'The project prj_web already exists.'],
    ['organizations', { slug: 'acme' }, 'The organization slug acme already exists.'],
    ['apiKeys', { organizationId: acme, key: 'svc_acme' }, 'The API key svc_… already exists.'],
    [
      'users',
      { organizations: ['acme', 'acne'] },
      'organizations: must be slugs of organizations, and there is no acne',
    ],
    ['users', { organizations: ['acme', 'acme'] }, 'organizations[1]: must be unique'],
    ['accessTokens', { userId: 'usr_ada', token: 'oat_ada' }, 'The access token … already exists.'],
  ])('in %s rejects %j and creates nothing', (kind, record, message) => {
    const { mock } = service();
    const before = recordsOf(mock);
    expect(() => (mock.world[kind].create as Untyped)(record)).toThrow(message);
    expect(recordsOf(mock)).toEqual(before);
  });

  test.each<[what: string, kind: keyof Collections, record: object]>([
    [
      'comments',
      'issues',
      {
        projectId: 'prj_web',
        comments: [
          { id: 'x', content: 'a' },
          { id: 'x', content: 'b' },
        ],
      },
    ],
    [
      'a comment elsewhere',
      'issues',
      { projectId: 'prj_web', comments: [{ content: 'new' }, { id: 'c1', content: 'b' }] },
    ],
    ['issues', 'projects', { organizationId: acme, issues: [{ id: 'x' }, { id: 'x' }] }],
  ])('rejects equal ids of %s within the new records, and creates none of them', (_, kind, record) => {
    const { mock } = service();
    const before = recordsOf(mock);
    expect(() => (mock.world[kind].create as Untyped)(record)).toThrow(/must be unique|already exists/);
    expect(recordsOf(mock)).toEqual(before);
  });
});

describe('update()', () => {
  test.each(['patch', 'update', 'function'])(
    'a status or priority by %s moves updatedAt in the same way [STA-4] [STA-5] [STA-6] [GAP-34]',
    async (way) => {
      const { mock, patch } = service({ clock: virtualClock({ now: '2026-05-01T12:00:00.000Z' }) });
      const { issues } = mock.world;
      const set = (status: 'blocked' | 'open') =>
        way === 'patch'
          ? patch(path, { status })
          : issues.update(first, way === 'update' ? { status } : () => ({ status }));
      const updatedAt = () => issues.find(first)[0]?.updatedAt;
      await set('blocked');
      expect(updatedAt()).toBe('2026-05-01T12:00:00.000Z');
      await set('blocked');
      expect(updatedAt()).toBe('2026-05-01T12:00:00.001Z');
      issues.update(first, { title: 'Renamed' });
      expect(updatedAt()).toBe('2026-05-01T12:00:00.001Z');
    },
  );

  test('verifies, closes and reopens issues [STA-3] [STA-5] [STA-6] [GAP-4]', async () => {
    const { mock, get, patch } = service();
    for (const status of ['verified', 'closed'] as const) {
      mock.world.issues.update(first, { status });
      expect((await get(path)).body.data.status).toBe(status);
    }
    expect((await patch(path, { status: 'open' })).status).toBe(200);
  });

  test('revokes keys and tokens and changes scopes and organizations, from the next request [AUTH-3] [AUTH-4] [EP-3]', async () => {
    const { mock, as } = service();
    const { apiKeys, accessTokens, users } = mock.world;
    const projects = async (credential: string) => (await as(credential).get('/projects')).body.total;
    apiKeys.update({ key: 'svc_acme' }, { scopes: ['issues:read'] });
    expect((await as('svc_acme').get('/projects')).status).toBe(403);
    apiKeys.update({ key: 'svc_acme' }, { revoked: true });
    expect((await as('svc_acme').get('/projects')).status).toBe(401);
    expect(await projects('oat_ada')).toBe(3);
    users.update({ id: 'usr_ada' }, { organizations: ['globex'] });
    expect(await projects('oat_ada')).toBe(1);
    accessTokens.update({ token: 'oat_ada' }, { revoked: true });
    expect((await as('oat_ada').get('/projects')).status).toBe(401);
  });

  test('gives captured entries the defaults of the changed issue', () => {
    const { issues } = service().mock.world;
    const [changed] = issues.update(first, { viewportSize: '10x20', screenshots: [{}] as never });
    expect(changed?.screenshots).toMatchObject([{ id: 'prj_web-1-screenshot-1', width: 10, height: 20 }]);
  });

  test('renames an organization, which keeps its projects, issues and keys', async () => {
    const { mock, get } = service();
    mock.world.organizations.update({ id: acme }, { name: 'Acme & Co' });
    expect((await get('/projects')).body.data[0]).toMatchObject({ id: 'prj_web', organizationName: 'Acme & Co' });
  });

  test.each<[kind: keyof Collections, where: object, changes: unknown, message: string]>([
    ['issues', { issueNumber: 99 }, { title: 'x' }, 'There is no such issue to update.'],
    ['issues', first, { titel: 'x' }, '- titel: is not a member of issues; did you mean "title"?'],
    ['issues', first, { screenshots: [{ id: 'x' }, { id: 'x' }] }, 'screenshots[1].id: must be unique'],
    ['issues', { projectId: 'prj_web' }, { id: 'prj_web-1' }, "id identifies the record and can't be changed."],
    ['issues', first, null, 'The changes of issues must be an object of members and values.'],
    ['comments', { id: 'c1' }, { projectId: 'prj_empty' }, 'projectId identifies the record'],
    ['users', { id: 'usr_ada' }, { organizations: ['nowhere'] }, 'there is no nowhere'],
  ])('in %s of %j rejects %j and changes nothing', (kind, where, changes, message) => {
    const { mock } = service();
    const before = recordsOf(mock);
    expect(() => (mock.world[kind].update as Untyped)(where, changes)).toThrow(message);
    expect(recordsOf(mock)).toEqual(before);
  });

  test('if one of several changes is invalid, nothing changes', () => {
    const { mock } = service();
    const before = recordsOf(mock);
    const changes = ({ issueNumber }: { issueNumber: number }) => ({ title: issueNumber < 3 ? 'Renamed' : '' });
    expect(() => mock.world.issues.update({ projectId: 'prj_web' }, changes)).toThrow(WorldError);
    expect(recordsOf(mock)).toEqual(before);
  });
});

test('delete() removes the records and everything that belongs to them from the service, and returns them', async () => {
  const { mock, get } = service();
  const { issues, comments, projects, organizations } = mock.world;
  expect(issues.delete(first)).toMatchObject([first]);
  expect((await get(path)).status).toBe(404);
  expect(comments.find(first)).toEqual([]);
  expect(issues.delete(first)).toEqual([]);
  organizations.delete({ id: acme });
  expect([projects.find({ organizationId: acme }), issues.find({ projectId: 'prj_web' })]).toEqual([[], []]);
  expect((await get('/projects')).status).toBe(401);
});

test("a project's nextIssueNumber is that of its next issue, and an exported world has it once it says more than the issues", () => {
  const mock = createMock({ world: { organizations: [{ projects: [{ id: 'prj_web', nextIssueNumber: 50 }] }] } });
  const exported = () => mock.exportWorld().organizations?.[0]?.projects?.[0];
  expect(exported()).toMatchObject({ nextIssueNumber: 50 });
  expect(mock.world.issues.create({ projectId: 'prj_web' })).toMatchObject({ issueNumber: 50 });
  expect(exported()).not.toHaveProperty('nextIssueNumber');
  mock.world.issues.delete({ issueNumber: 50 });
  expect(exported()).toMatchObject({ nextIssueNumber: 51 });
});

test('ids and numbers are given once, also after deletions and in an exported world that was loaded again', () => {
  const ids = (mock: Mock) => {
    const { world } = mock;
    const records = [...world.projects.find(), ...world.issues.find(), ...world.comments.find(), ...world.users.find()];
    const keys = [
      ...world.apiKeys.find().map(({ key }) => key),
      ...world.accessTokens.find().map(({ token }) => token),
    ];
    return [...records.map(({ id }) => id), ...keys];
  };
  const steps: Record<string, (mock: Mock) => unknown> = {
    issue: ({ world }) => world.issues.create({ projectId: 'prj_web', comments: [{ content: 'x' }] }),
    comment: ({ world }) =>
      world.issues
        .find()
        .map(({ projectId, issueNumber }) => world.comments.create({ projectId, issueNumber, content: 'x' })),
    others: ({ world }) => world.organizations.create({ projects: [{}], apiKeys: [{}] }),
    user: ({ world }) => world.users.create({ accessTokens: [{}] }),
    delete: ({ world }) => [
      world.issues.delete(({ issueNumber }) => issueNumber > 1),
      world.comments.delete(() => true),
      world.users.delete(() => true),
      world.projects.delete(({ id }) => id !== 'prj_web'),
      world.apiKeys.delete(({ key }) => key !== 'svc_acme'),
    ],
  };
  const anyStep = fc.constantFrom(...Object.keys(steps), 'reload');
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 15 }), (names) => {
      let { mock } = service();
      const given = new Set(ids(mock));
      let present = new Set(given);
      for (const name of names) {
        if (name === 'reload') mock = createMock({ world: JSON.parse(JSON.stringify(mock.exportWorld())) });
        else steps[name]?.(mock);
        const now = new Set(ids(mock));
        // What is new was never there before.
        for (const id of now) expect([id, given.has(id)]).toEqual([id, present.has(id)]);
        for (const id of now) given.add(id);
        present = now;
      }
    }),
    { numRuns: runs(15, 500) },
  );
});

test('restore() goes back to the ids and numbers of its time, and the same seed gives the same ids', () => {
  const { mock } = service();
  const create = (of: Mock) => {
    const issue = of.world.issues.create({ projectId: 'prj_web' });
    return [issue, of.world.comments.create({ ...first, content: 'x' }), of.world.users.create({})];
  };
  const snapshot = mock.snapshot();
  const once = create(mock);
  mock.restore(snapshot);
  expect(create(mock)).toEqual(once);
  expect(create(service().mock)).toEqual(once);
  expect(create(service({ seed: 2 }).mock)).not.toEqual(once);
});
