import { defaultWorld, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { createStoryMock, type IssueTrackingParameters } from './story-mock.ts';

/** A story's service and a client for it, in this process. */
async function story(parameters?: IssueTrackingParameters) {
  const made = await createStoryMock({ id: 'board--test', number: 1 }, parameters);
  const client = new IssueTrackingClient({ ...made.clientOptions, fetch: made.mock.fetch });
  return { ...made, client };
}

test('a story has its own project with the issues of its parameters', async () => {
  const { client, projectId } = await story({ issues: [{ title: 'Checkout hangs' }] });
  const { data } = await client.projects.list();
  expect(data.map(({ id }) => id)).toEqual([projectId]);
  expect(await client.issues.get(projectId, 1)).toMatchObject({ title: 'Checkout hangs' });
});

test('a story with a world has its first project, and its user belongs to all organizations [EP-3]', async () => {
  const world = defaultWorld();
  world.organizations?.push({
    id: '00000000-0000-4000-8000-000000000002',
    slug: 'globex',
    name: 'Globex',
    projects: [{ id: 'prj_api', slug: 'api', name: 'API' }],
  });
  const { client, projectId } = await story({ world });
  expect(projectId).toBe('prj_web');
  expect((await client.projects.list()).data.map(({ id }) => id).sort()).toEqual(['prj_api', 'prj_web']);
});

test('a story can set scopes, behavior options and faults [AUTH-4] [GAP-9] [ERR-5]', async () => {
  const { client, projectId } = await story({
    issues: 1,
    scopes: ['issues:read', 'issues:write'],
    behavior: { commentStatus: 200 },
    faults: [{ endpoint: 'issues.update', status: 422 }],
  });
  await expect(client.projects.list()).rejects.toMatchObject({ status: 403 });
  await expect(client.issues.update(projectId, 1, { status: 'blocked' })).rejects.toMatchObject({ status: 422 });
  const { response } = await client.issues.comments.create(projectId, 1, { content: 'Seen' }).withResponse();
  expect(response.status).toBe(200);
});

test('a story with a date as clock writes this date, while its client waits in real time [STA-4] [ERR-5]', async () => {
  const { clientOptions, mock, projectId } = await story({ issues: 1, clock: '2026-04-01T09:30:00.000Z' });
  const client = new IssueTrackingClient({ ...clientOptions, fetch: mock.fetch, retry: { limit: 1 } });
  const { updatedAt } = await client.issues.update(projectId, 1, { status: 'blocked' });
  expect(updatedAt).toBe('2026-04-01T09:30:00.000Z');
  mock.faults.add({ endpoint: 'issues.get', status: 503, headers: { 'retry-after': '0' }, times: null });
  await expect(client.issues.get(projectId, 1)).rejects.toMatchObject({ status: 503 });
});

test('a date is as well a Date, and a clock is the mock’s and its client’s', async () => {
  const date = new Date('2026-04-01T09:30:00.000Z');
  const { mock } = await story({ issues: 1, clock: date });
  expect(mock.clock.now()).toBe(date.getTime());
  await mock.clock.advance(60_000);
  expect(mock.clock.now()).toBe(date.getTime() + 60_000);
  const clock = virtualClock();
  const own = await story({ clock });
  expect(own.mock.clock).toBe(clock);
  expect(own.clientOptions.clock).toBe(clock);
});

test('an endless latency never responds, and its client never gives up and says nothing', async () => {
  const { mock, clientOptions, projectId } = await story({ issues: 1, latencyMs: Number.POSITIVE_INFINITY });
  expect(clientOptions).toMatchObject({ timeout: 2 ** 31 - 1, logLevel: 'error' });
  const leaving = new AbortController();
  const request = mock.fetch(`${clientOptions.baseUrl}/api/v1/projects/${projectId}`, { signal: leaving.signal });
  await vi.waitFor(() => expect(mock.requests.all()).toHaveLength(1));
  leaving.abort();
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
});

test.each([
  [{ fault: [] }, 'parameters.issueTracking has no "fault"; did you mean "faults"?'],
  ['demo', 'parameters.issueTracking must be an object'],
  [{ faults: [{ status: 99 }] }, 'The parameter "faults[0].status" must be a whole number from 200 to 599; found 99.'],
  [{ clock: 'noon' }, 'The parameter "clock" must be a clock, or a date such as'],
  [{ issues: -1 }, 'The parameter "issues" must be a whole number from 0'],
])('the parameters %j are rejected: %s', async (parameters, message) => {
  // Possible in JavaScript.
  await expect(story(parameters as never)).rejects.toThrow(message);
});

test('a story needs no parameters', async () => {
  const { client } = await story(undefined);
  expect(await client.projects.list()).toMatchObject({ total: 1 });
});

test('the parameters world and issues together are rejected', async () => {
  await expect(story({ world: defaultWorld(), issues: 3 })).rejects.toThrow(/both a world and issues/);
});
