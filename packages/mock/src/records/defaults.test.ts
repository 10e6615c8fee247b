import { createMock, type IssueInput, virtualClock } from '@issue-tracking/mock';
import {
  captured,
  capturedNames,
  endpoints,
  issueSchema,
  metadataSummarySchema,
  projectSchema,
  scopes,
} from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';
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
  const { id: organizationId, slug } = organization;
  expect(organization).toEqual({ id: organizationId, slug, name: slug, active: true });
  const project = world.projects.create({ organizationId });
  const { id: projectId } = project;
  const projectNames = { id: projectId, slug: projectId, name: projectId, description: null };
  expect(project).toEqual({ ...projectNames, createdAt: now, organizationId });
  expect(world.issues.create({ projectId })).toEqual({
    id: `${projectId}-1`,
    projectId,
    issueNumber: 1,
    title: 'Issue 1',
    description: '',
    status: 'open',
    priority: 'medium',
    labels: [],
    assignees: [],
    assigneeName: '',
    reporterName: 'Reporter',
    pageUrl: '',
    browserInfo: '',
    osInfo: '',
    viewportSize: '',
    createdAt: now,
    updatedAt: now,
    jsErrorCount: 0,
    ...Object.fromEntries(capturedNames.map((name) => [name, captured[name].many ? [] : null])),
  });
  const comment = world.comments.create({ projectId, issueNumber: 1, content: 'Seen.' });
  expect(comment).toMatchObject({ content: 'Seen.', authorName: 'Reporter', createdAt: now });
  const grant = { scopes, expiresAt: null, revoked: false };
  const { key, ...apiKey } = world.apiKeys.create({ organizationId });
  expect(key).toMatch(/^svc_./);
  expect(apiKey).toEqual({ name: slug, organizationId, ...grant });
  const user = world.users.create({});
  expect(user).toEqual({ id: user.id, name: user.id, organizations: [] });
  const { token: _, ...accessToken } = world.accessTokens.create({ userId: user.id });
  expect(accessToken).toEqual({ name: user.id, userId: user.id, ...grant });
});

test('an issue of a world has the defaults of create(), but its times are before now', () => {
  const { world } = createMock({
    world: { organizations: [{ projects: [{ id: 'prj_web' }] }] },
    clock: virtualClock({ now }),
  });
  const created = world.issues.create({ projectId: 'prj_web' });
  expect(created).toMatchObject({ createdAt: now, updatedAt: now });
  const time = '2026-04-01T09:01:00.000Z';
  expect(initial({})).toEqual({ ...created, createdAt: time, updatedAt: time, comments: [] });
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
      // Counts and the organization's names are read from other records.
      const counts = Object.fromEntries(Object.keys(metadataSummarySchema.def.shape).map((name) => [name, 0]));
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

test('a new comment comes after the initial comments of an issue [GAP-8]', async () => {
  const { mock, as } = service();
  const issues = [{ title: 'x', comments: [{ content: 'first' }, { content: 'second' }] }];
  const { project, apiKey } = await mock.tenant({ issues });
  const { get, post } = as(apiKey);
  const path = `/projects/${project.id}/issues/1/comments`;
  await post(path, { content: 'mine' });
  const contents = ['first', 'second', 'mine'].map((content) => ({ content }));
  expect((await get(path)).body.data).toMatchObject(contents);
});
