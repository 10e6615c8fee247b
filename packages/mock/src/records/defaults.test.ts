import { createMock, defaultWorld, type IssueInput, type MockOptions, virtualClock } from '@issue-tracking/mock';
import { captured, capturedNames, endpoints, issueSchema, projectSchema, scopes } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { client, service } from '../../test/fixture.ts';
import { generatedWorld } from '../../test/generated-world.ts';

const now = '2026-06-01T12:00:00.000Z';

/** Returns an issue of an initial world, with its comments. */
function initial(input: IssueInput) {
  const world = { organizations: [{ slug: 'acme', projects: [{ id: 'prj_web', issues: [input] }] }] };
  const mock = createMock({ world, clock: virtualClock({ now }) });
  const [issue] = mock.world.issues.find();
  return { ...issue, comments: mock.world.comments.find() };
}

test('a record needs its parent and a comment its text; all else has defaults [GAP-59]', () => {
  const { world } = createMock({ world: {}, clock: virtualClock({ now }) });
  const organization = world.organizations.create({});
  expect(organization).toEqual({ id: organization.id, slug: organization.slug, name: organization.slug, active: true });
  const project = world.projects.create({ organizationId: organization.id });
  const { id } = project;
  expect(project).toEqual({
    ...{ id, slug: id, name: id, description: null },
    ...{ createdAt: now, organizationId: organization.id },
  });
  expect(world.issues.create({ projectId: id })).toEqual({
    ...{ id: `${id}-1`, projectId: id, issueNumber: 1, title: 'Issue 1', description: '' },
    ...{ status: 'open', priority: 'medium', labels: [], assignees: [], assigneeName: '', reporterName: 'Reporter' },
    ...{ pageUrl: '', browserInfo: '', osInfo: '', viewportSize: '', createdAt: now, updatedAt: now, jsErrorCount: 0 },
    ...Object.fromEntries(capturedNames.map((name) => [name, captured[name].many ? [] : null])),
  });
  const comment = world.comments.create({ projectId: id, issueNumber: 1, content: 'Seen.' });
  expect(comment).toMatchObject({ content: 'Seen.', authorName: 'Reporter', createdAt: now });
  const { key, ...apiKey } = world.apiKeys.create({ organizationId: organization.id });
  expect(key).toMatch(/^svc_./);
  const grant = { scopes, expiresAt: null, revoked: false };
  expect(apiKey).toEqual({ name: organization.slug, organizationId: organization.id, ...grant });
  const user = world.users.create({});
  expect(user).toEqual({ id: user.id, name: user.id, organizations: [] });
  const { token: _token, ...accessToken } = world.accessTokens.create({ userId: user.id });
  expect(accessToken).toEqual({ name: user.id, userId: user.id, ...grant });
});

test('a world has the defaults of create(), but its times are before now', () => {
  const { world } = createMock({
    world: { organizations: [{ projects: [{ id: 'p' }] }] },
    clock: virtualClock({ now }),
  });
  const { createdAt, updatedAt, ...created } = world.issues.create({ projectId: 'p' });
  const { comments: _none, createdAt: first, updatedAt: last, ...given } = initial({});
  expect(given).toEqual({ ...created, id: 'prj_web-1', projectId: 'prj_web' });
  expect([first, last, createdAt, updatedAt]).toEqual([
    '2026-04-01T09:01:00.000Z',
    '2026-04-01T09:01:00.000Z',
    now,
    now,
  ]);
});

test('comments and captured entries take their defaults from their issue', () => {
  const issue = initial({
    issueNumber: 7,
    pageUrl: 'https://shop.example/pay',
    createdAt: '2026-04-02T08:00:00.000Z',
    viewportSize: '390x844',
    comments: [{ content: 'a' }, { content: 'b', createdAt: '2026-04-03T08:00:00.000Z' }, { content: 'c' }],
    consoleLogs: [{}],
    networkLogs: [{}],
    screenshots: [{}, { id: 'half \ud83d' }],
    userActions: [{}, { text: 'Pay' }],
  });
  const timestamp = '2026-04-02T08:00:00.000Z';
  expect(issue).toMatchObject({
    comments: [
      { id: 'prj_web-7-comment-1', createdAt: '2026-04-02T08:01:00.000Z' },
      { id: 'prj_web-7-comment-2', createdAt: '2026-04-03T08:00:00.000Z' },
      { id: 'prj_web-7-comment-3', createdAt: '2026-04-03T08:01:00.000Z' },
    ],
    consoleLogs: [{ level: 'log', message: '', source: 'https://shop.example/pay:1:1', timestamp }],
    networkLogs: [{ method: 'GET', url: 'https://shop.example/pay', status: 200, duration: 0, timestamp }],
    screenshots: [
      {
        id: 'prj_web-7-screenshot-1',
        url: 'https://cdn.example/prj_web-7-screenshot-1.png',
        width: 390,
        height: 844,
        createdAt: timestamp,
      },
      { id: 'half \ud83d', url: 'https://cdn.example/half%20%EF%BF%BD.png' },
    ],
  });
  expect(issue.userActions).toStrictEqual([
    { type: 'click', target: 'body', timestamp },
    { type: 'click', target: 'body', text: 'Pay', timestamp },
  ]);
});

test('browser, system, viewport and assignees agree in both forms', () => {
  const strings = { browserInfo: 'Mobile Safari 18.4', osInfo: 'ChromeOS', viewportSize: '390x844' };
  const techContext = {
    browserInfo: { name: 'Mobile Safari', version: '18.4' },
    osInfo: { name: 'ChromeOS', version: '' },
    viewportSize: { width: 390, height: 844 },
  };
  expect(initial({ techContext: {}, ...strings })).toMatchObject({ ...strings, techContext });
  expect(initial({ techContext })).toMatchObject({ ...strings, techContext });
  expect(initial({ assigneeName: 'Ada' }).assignees).toEqual(['Ada']);
  expect(initial({ assignees: ['Ada', 'Grace'] }).assigneeName).toBe('Ada');
});

test('a default number is higher than all numbers of the project, also those later in the world', () => {
  const issues = [{ title: 'a' }, { title: 'b', issueNumber: 5 }, { title: 'c' }];
  const { world } = createMock({ world: { organizations: [{ projects: [{ issues }] }] } });
  expect(world.issues.find().map(({ title, issueNumber }) => [title, issueNumber])).toEqual([
    ['b', 5],
    ['a', 6],
    ['c', 7],
  ]);
});

test('a default time is never after a given one: an issue with only `updatedAt` was created then', () => {
  const updatedAt = '2020-01-01T00:00:00.000Z';
  expect(initial({ updatedAt }).createdAt).toBe(updatedAt);
});

test('undefined means left out, in a world and in create()', () => {
  expect(initial({ title: undefined, techContext: undefined, screenshots: [{ width: undefined }] })).toMatchObject({
    title: 'Issue 1',
    techContext: null,
    screenshots: [{ width: 1280 }],
  });
});

test('any world has records that conform to the model', () => {
  fc.assert(
    fc.property(generatedWorld, (input) => {
      const { world } = createMock({ world: input, clock: virtualClock({ now }) });
      const counts = {
        consoleErrorCount: 0,
        networkErrorCount: 0,
        jsErrorCount: 0,
        userActionCount: 0,
        screenshotCount: 0,
      };
      for (const issue of world.issues.find())
        expect(issueSchema.safeParse({ ...issue, metadataSummary: counts }).error).toBeUndefined();
      const names = { organizationSlug: '', organizationName: '' };
      for (const project of world.projects.find())
        expect(projectSchema.safeParse({ ...project, ...names }).error).toBeUndefined();
      const { response } = endpoints['issues.comments.list'];
      expect(response.safeParse({ data: world.comments.find(), total: 0 }).error).toBeUndefined();
    }),
  );
});

test('the default world is acme with prj_web, three issues and a key with all scopes; unchecked, it equals the parsed one', () => {
  const worldOf = (options: MockOptions) => createMock({ clock: virtualClock(), ...options }).exportWorld();
  expect(worldOf({})).toEqual(worldOf({ world: defaultWorld() }));
  expect(worldOf({}).organizations).toMatchObject([
    {
      slug: 'acme',
      projects: [{ id: 'prj_web', issues: [{ issueNumber: 1 }, { issueNumber: 2 }, { issueNumber: 3 }] }],
      apiKeys: [{ key: 'svc_mock', scopes, expiresAt: null }],
    },
  ]);
});

const contents = ({ body }: { body: { data: { content: string }[] } }) => body.data.map(({ content }) => content);

test.each([
  '1970-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
  '2026-04-01T09:00:00.000Z',
  '2026-11-20T00:00:00.000Z',
])('at %s, default times of the default world are in the past [STA-4] [GAP-8]', async (time) => {
  const { fetch, baseUrl } = createMock({ clock: virtualClock({ now: time }) });
  const asked = client(fetch, baseUrl, 'svc_mock');
  const path = '/projects/prj_web/issues/1';
  expect((await asked.patch(path, { status: 'blocked' })).body.data.updatedAt).toBe(time);
  await asked.post(`${path}/comments`, { content: 'mine' });
  expect(contents(await asked.get(`${path}/comments`))).toEqual(['Happens in Firefox too.', 'mine']);
});

test('a new comment comes after the initial comments of an issue [GAP-8]', async () => {
  const { mock, as } = service();
  const issues = [{ title: 'x', comments: [{ content: 'first' }, { content: 'second' }] }];
  const { project, apiKey } = await mock.tenant({ issues });
  const caller = as(apiKey);
  await caller.post(`/projects/${project.id}/issues/1/comments`, { content: 'mine' });
  expect(contents(await caller.get(`/projects/${project.id}/issues/1/comments`))).toEqual(['first', 'second', 'mine']);
});
