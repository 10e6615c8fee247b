import { expect, test } from 'vitest';
import { acme, service, start } from '../../../test/fixture.ts';

const issue = { projectId: 'prj_web', issueNumber: 1 };
const path = '/projects/prj_web/issues/1';

test('verify() and publishReport() set the status and the update time [STA-4] [STA-5] [STA-6]', async () => {
  const { get, mock } = service();
  expect(await mock.dashboard.verify(issue)).toMatchObject({ status: 'verified', updatedAt: start });
  expect((await get(path)).body.data).toMatchObject({ status: 'verified', updatedAt: start });
  await mock.dashboard.publishReport(issue);
  expect((await get(path)).body.data).toMatchObject({ status: 'closed', updatedAt: '2026-05-01T12:00:00.001Z' });
});

test('an API caller can reopen a closed issue [STA-3] [GAP-4]', async () => {
  const { patch, mock } = service();
  await mock.dashboard.publishReport(issue);
  expect((await patch(path, { status: 'open' })).status).toBe(200);
});

test('createIssue() uses the present time, the next number and defaults [GEN-6]', async () => {
  const { get, mock } = service();
  const created = await mock.dashboard.createIssue({ projectId: 'prj_web', title: 'New', priority: 'critical' });
  expect(created).toMatchObject({
    issueNumber: 6,
    title: 'New',
    status: 'open',
    priority: 'critical',
    createdAt: start,
  });
  expect((await get('/projects/prj_web/issues/6')).body.data).toMatchObject({
    title: 'New',
    createdAt: start,
    updatedAt: start,
  });
  expect((await get('/projects/prj_web/issues')).body.data[0].issueNumber).toBe(6);
  expect((await mock.dashboard.createIssue({ projectId: 'prj_web' })).title).toBe('Issue 7');
});

test('created organizations, projects, keys and users work at once, and revoked keys do not [AUTH-2] [AUTH-3] [AUTH-5]', async () => {
  const { as, mock } = service();
  const { dashboard } = mock;
  const organization = await dashboard.createOrganization({ name: 'Initech' });
  const project = await dashboard.createProject({ organizationId: organization.id, name: 'Reports' });
  const { key } = await dashboard.createApiKey({ organizationId: organization.id, scopes: ['projects:read'] });
  expect(key).toMatch(/^svc_/);
  expect((await as(key).get('/projects')).body.data).toMatchObject([{ id: project.id, organizationName: 'Initech' }]);
  expect((await as(key).get(`/projects/${project.id}/issues`)).status).toBe(403);
  const user = await dashboard.createUser({ name: 'Bill', organizations: [organization.slug] });
  const { token } = await dashboard.createAccessToken({ userId: user.id });
  expect((await as(token).get('/projects')).body.total).toBe(1);
  await dashboard.revokeApiKey({ key });
  expect((await as(key).get('/projects')).status).toBe(401);
});

test('addComment() keeps the passed author name [EP-11]', async () => {
  const { get, mock } = service();
  const comment = await mock.dashboard.addComment(issue, { content: 'Looks good', authorName: 'Bill' });
  expect((await get(`${path}/comments`)).body.data.at(-1)).toEqual(comment);
  expect(comment).toMatchObject({ content: 'Looks good', authorName: 'Bill', createdAt: start });
});

test('the dashboard rejects invalid input with its reason, without an API key', async () => {
  const { dashboard } = service().mock;
  await expect(dashboard.createIssue({ projectId: 'prj_nothing' })).rejects.toThrow(
    /^There is no project prj_nothing\. Existing projects: prj_/,
  );
  await expect(dashboard.createIssue({ ...issue, title: 'Twice' })).rejects.toThrow(
    'The issue 1 in prj_web already exists.',
  );
  await expect(dashboard.createIssue({ projectId: 'prj_web', status: 'done' as never })).rejects.toThrow('status');
  await expect(dashboard.verify({ ...issue, issueNumber: 99 })).rejects.toThrow('There is no issue 99 in prj_web.');
  await expect(dashboard.createOrganization({ slug: 'acme' })).rejects.toThrow('acme');
  await expect(dashboard.createProject({ organizationId: acme, id: 'prj_web' })).rejects.toThrow('prj_web');
  const twice = dashboard.createApiKey({ organizationId: acme, key: 'svc_acme' });
  await expect(twice).rejects.toThrow('The API key svc_… already exists.');
  await expect(twice).rejects.not.toThrow('svc_acme');
  await expect(dashboard.createApiKey({ organizationId: acme, key: 'no_prefix' })).rejects.toThrow('svc_');
  await expect(dashboard.revokeApiKey({ key: 'svc_unknown' })).rejects.toThrow('There is no such API key.');
  await expect(dashboard.revokeApiKey({} as never)).rejects.toThrow('key: must be a string; it is missing');
  const bare = await dashboard.revokeApiKey('svc_acme' as never).catch(String);
  expect(bare).toContain('must be an object with its key');
  expect(bare).not.toContain('svc_acme');
});

test('an issue number can be a string', async () => {
  const { dashboard } = service().mock;
  const typed = { projectId: 'prj_web', issueNumber: '1' };
  expect(await dashboard.verify(typed)).toMatchObject({ issueNumber: 1, status: 'verified' });
  expect(await dashboard.publishReport(typed)).toMatchObject({ status: 'closed' });
  expect(await dashboard.addComment(typed, { content: 'Seen' })).toMatchObject({ content: 'Seen' });
});

test.each([
  [
    { projectId: 'prj_web' },
    'The reference to an issue has a mistake:\n- issueNumber: must be a whole number from 1; it is missing',
  ],
  [{ projectId: 'prj_web', issueNumber: 'one' }, '- issueNumber: must be a whole number from 1; found "one"'],
  [{ projectId: 'prj_web', issueNumber: '01' }, '- issueNumber: must be a whole number from 1; found "01"'],
  [1, '- the whole: must be an object of projectId and issueNumber; found 1'],
  [{ projectId: 'prj_nothing', issueNumber: 1 }, 'There is no issue 1 in prj_nothing.'],
])('verify() rejects %j: %s', async (ref, message) => {
  // Possible in JavaScript.
  await expect(service().mock.dashboard.verify(ref as never)).rejects.toThrow(message);
});

test('the dashboard returns copies', async () => {
  const { get, mock } = service();
  const verified = await mock.dashboard.verify(issue);
  verified.title = 'Changed';
  expect((await get(path)).body.data.title).toBe('Checkout hangs');
});

test.each([
  [{ issues: -1 }, 'issues: must be a whole number from 0; found -1'],
  [{ issues: 1.5 }, 'issues: must be a whole number from 0, or an array of issues; found 1.5'],
  [{ issues: null }, 'issues: must be a whole number from 0, or an array of issues; found null'],
  [{ issues: [{}, { status: 'done' }] }, 'The tenant has a mistake:\n- issues[1].status: must be one of'],
  [{ issues: [{ issueNumber: 1 }, { issueNumber: 1 }] }, '- issues[1].issueNumber: must be unique: issues[0].'],
  [{ issues: [null] }, '- issues[0]: must be an object'],
  [{ issues: 1, scopes: ['admin'] }, '- scopes[0]: must be one of'],
  [{ issue: 1 }, 'issue: is not a member here; did you mean "issues"?'],
])('tenant() rejects %j and creates nothing', async (options, message) => {
  const { mock } = service();
  const count = () => [mock.world.organizations, mock.world.projects, mock.world.issues].map((each) => each.count());
  const before = count();
  // Possible in JavaScript and over the control API.
  await expect(mock.tenant(options as never)).rejects.toThrow(message);
  expect(count()).toEqual(before);
});

test('a comment needs content, and the organizations of a user must exist', async () => {
  const { dashboard } = service().mock;
  await expect(dashboard.addComment(issue, {} as never)).rejects.toThrow('content: must be a string');
  await expect(dashboard.createUser({ organizations: ['acme', 'acne'] })).rejects.toThrow(
    'There is no organization with the slug acne.',
  );
});

test('tenants have separate projects, keys, rate windows and scopes [LIM-1] [AUTH-6] [AUTH-7]', async () => {
  const { as, mock } = service({ rateLimit: { requests: 1 } });
  const [one, two] = [
    await mock.tenant({ issues: 2 }),
    await mock.tenant({ issues: [{ title: 'Only this' }], scopes: ['issues:read'] }),
  ];
  expect((await as(one.apiKey).get(`/projects/${one.project.id}/issues`)).body.total).toBe(2);
  expect((await as(two.apiKey).get(`/projects/${one.project.id}/issues`)).status).toBe(404);
  expect((await as(two.apiKey).get(`/projects/${two.project.id}/issues`)).status).toBe(429);
  const three = await mock.tenant({ scopes: ['issues:read'] });
  expect((await as(three.apiKey).get('/projects')).status).toBe(403);
  expect(one.clientOptions).toMatchObject({ baseUrl: mock.baseUrl, apiKey: one.apiKey, clock: mock.clock });
  expect(
    new Set(
      [one, two, three].flatMap(({ organization, project, apiKey }) => [
        organization.id,
        organization.slug,
        project.id,
        apiKey,
      ]),
    ).size,
  ).toBe(12);
});

test('the same seed gives the same ids, another seed gives others', async () => {
  const ids = async (seed: number) => {
    const { mock, as } = service({ seed });
    const { apiKey, organization, project } = await mock.tenant({ issues: 1 });
    const { body } = await as(apiKey).post(`/projects/${project.id}/issues/1/comments`, { content: 'hi' });
    return [apiKey, organization.id, project.id, body.data.id];
  };
  const [one, again, two] = [await ids(1), await ids(1), await ids(2)];
  expect(again).toEqual(one);
  expect(new Set([...one, ...two]).size).toBe(8);
});

test('deleteIssue() removes an issue and its comments from the service', async () => {
  const { get, mock } = service();
  await mock.dashboard.deleteIssue(issue);
  expect((await get(path)).status).toBe(404);
  expect((await get('/projects/prj_web/issues')).body.total).toBe(4);
  expect(mock.world.comments.count()).toBe(0);
  await expect(mock.dashboard.deleteIssue(issue)).rejects.toThrow('There is no issue 1 in prj_web.');
});

test('setScopes() changes the scopes of a key or token from its next request [AUTH-4]', async () => {
  const { as, get, mock } = service();
  await mock.dashboard.setScopes({ key: 'svc_acme' }, ['issues:read']);
  expect([(await get('/projects')).status, (await get(path)).status]).toEqual([403, 200]);
  await mock.dashboard.setScopes({ token: 'oat_ada' }, []);
  expect((await as('oat_ada').get('/projects')).status).toBe(403);
  await mock.dashboard.setScopes({ token: 'oat_ada' }, ['projects:read', 'projects:read']);
  expect((await as('oat_ada').get('/projects')).status).toBe(200);
  const wrong = [
    [{ key: 'svc_missing' }, [], 'There is no such API key or access token.'],
    [{}, [], 'must have a key or a token'],
    [{ key: 'svc_acme' }, ['issues:delete'], '[0]: must be'],
    [{ key: 'svc_acme' }, undefined, 'must be an array of scopes'],
  ] as const;
  for (const [ref, scopes, message] of wrong)
    await expect(mock.dashboard.setScopes(ref as never, scopes as never)).rejects.toThrow(message);
  expect((await get(path)).status).toBe(200);
});

test('setOrganizations() changes which projects a user sees [EP-3]', async () => {
  const { as, mock } = service();
  const projects = async () => (await as('oat_ada').get('/projects')).body.data.map(({ id }: { id: string }) => id);
  expect(await mock.dashboard.setOrganizations({ id: 'usr_ada' }, ['globex'])).toMatchObject({
    organizations: ['globex'],
  });
  expect(await projects()).toEqual(['prj_globex']);
  await mock.dashboard.setOrganizations({ id: 'usr_ada' }, []);
  expect(await projects()).toEqual([]);
  await expect(mock.dashboard.setOrganizations({ id: 'usr_ada' }, ['acme', 'none'])).rejects.toThrow(
    'There is no organization with the slug none.',
  );
  await expect(mock.dashboard.setOrganizations({ id: 'usr_none' }, [])).rejects.toThrow('There is no user usr_none.');
  expect(await projects()).toEqual([]);
});
