import type { Mock } from '@issue-tracking/mock';
import { releaseHandlers } from '@issue-tracking/mock/msw';
import { type IssueTrackingParameters, issueTrackingLoader, storyWorker } from '@issue-tracking/mock/storybook';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { HttpResponse, http } from 'msw';
import type { SetupWorker } from 'msw/browser';
import { afterAll, expect, test, vi } from 'vitest';

/** The context that Storybook passes to loaders when it mounts a story. */
function mount(id: string, issueTracking?: IssueTrackingParameters, globals = {}) {
  return { id, parameters: issueTracking ? { issueTracking } : {}, globals, abortSignal: new AbortController().signal };
}

const mocks = new Set<Mock>();
// A page of stories ends with all of its mocks; this one goes on with other files.
afterAll(async () => {
  for (const mock of mocks) releaseHandlers(mock);
  (await storyWorker()).stop();
});

async function load<Context extends Parameters<typeof issueTrackingLoader>[0]>(context: Context) {
  const loaded = await issueTrackingLoader(context);
  mocks.add(loaded.issueTracking.mock);
  return loaded;
}

test('stories on one page share no records and no faults', async () => {
  const { issueTracking: one } = await load(mount('board--one', { issues: 1 }));
  const { issueTracking: two } = await load(mount('board--two', { issues: 2 }));
  one.mock.faults.add({ endpoint: 'issues.update', status: 422 });
  const [client, other] = [new IssueTrackingClient(one.clientOptions), new IssueTrackingClient(two.clientOptions)];

  await other.issues.update(two.projectId, 1, { status: 'blocked' });
  expect(await client.issues.get(one.projectId, 1)).toMatchObject({ status: 'open' });
  expect(await client.issues.list(one.projectId)).toMatchObject({ total: 1 });
  expect(await other.issues.list(two.projectId)).toMatchObject({ total: 2 });
});

test('a story keeps its records while its arguments change, and resets them when it is mounted again', async () => {
  const story = mount('board--args', { issues: 1 });
  const { issueTracking: first } = await load(story);
  await new IssueTrackingClient(first.clientOptions).issues.update(first.projectId, 1, { status: 'blocked' });
  expect((await load(story)).issueTracking).toBe(first);

  const { issueTracking: again } = await load(mount('board--args', { issues: 1 }));
  const client = new IssueTrackingClient(again.clientOptions);
  expect(await client.issues.get(again.projectId, 1)).toMatchObject({ status: 'open' });
});

test('a story that a page renders twice has a mock for each rendering, and takes its address again after', async () => {
  const first = { ...mount('board--twice', { issues: 1 }), canvasElement: document.body };
  const [one, two] = await Promise.all([load(first), load(mount('board--twice', { issues: 1 }))]);
  for (const { issueTracking } of [one, two]) {
    expect(issueTracking.projectId).toBe('prj_board--twice');
    const client = new IssueTrackingClient(issueTracking.clientOptions);
    await client.issues.update(issueTracking.projectId, 1, { status: 'blocked' });
    expect(issueTracking.mock.requests.all()).toHaveLength(1);
  }
  const removed = new AbortController();
  const third = await load({ ...mount('board--twice', {}), abortSignal: removed.signal });
  removed.abort();
  const { issueTracking: again } = await load(mount('board--twice', { issues: 2 }));
  expect(again.clientOptions.baseUrl).toBe(third.issueTracking.clientOptions.baseUrl);
  const client = new IssueTrackingClient(again.clientOptions);
  expect(await client.issues.list(again.projectId)).toMatchObject({ total: 2 });
});

test('of stories with one fixed base URL, the one that has the token responds; without one, the last, with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const baseUrl = 'https://fixed.example';
  const stories = [];
  for (const issues of [1, 4, 2])
    stories.push((await load(mount(`board--${issues}`, { baseUrl, issues }))).issueTracking);
  const total = async (projectId: string, token: string) => {
    const url = `${baseUrl}/api/v1/projects/${projectId}/issues`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { total?: number }).total ?? response.status;
  };
  const totals = await Promise.all(stories.map((story) => total(story.projectId, story.clientOptions.accessToken)));
  expect(totals).toEqual([1, 4, 2]);
  expect(warn).not.toHaveBeenCalled();

  // All three mocks have this key.
  expect(await total('prj_board--2', 'svc_mock')).toBe(404);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^issueTrackingLoader: 3 renderings .* https:\/\/fixed\.example \(board--1, .*inline: false/),
  );
});

test('requests to a fixed base URL reach the story that was mounted last', async () => {
  const baseUrl = 'https://issues.example.com/tracker';
  await load(mount('board--before', { baseUrl, issues: 1 }));
  const { issueTracking } = await load(mount('board--fixed', { baseUrl, issues: 3 }));
  const { accessToken } = issueTracking.clientOptions;
  const response = await fetch(`${baseUrl}/api/v1/projects/${issueTracking.projectId}/issues`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(await response.json()).toMatchObject({ total: 3 });
});

test.for([
  ['failing', { status: 500 }],
  ['rateLimited', { status: 429, retryAfterMs: 60_000 }],
  ['forbidden', { status: 403 }],
  ['offline', { name: 'ConnectionError' }],
] as const)('the scenario %s of the toolbar applies to a story', async ([scenario, error]) => {
  const context = mount(`board--${scenario}`, { issues: 1 }, { issueTracking: scenario });
  const { issueTracking } = await load(context);
  const client = new IssueTrackingClient({ ...issueTracking.clientOptions, retry: false });
  await expect(client.issues.list(issueTracking.projectId)).rejects.toMatchObject(error);
});

test('another scenario creates a new token, for which no client waits', async () => {
  const story = mount('board--switched', { issues: 1 });
  const { issueTracking: limited } = await load({
    ...story,
    globals: { issueTracking: 'rateLimited' },
  });
  const waiting = new IssueTrackingClient({ ...limited.clientOptions, retry: false });
  await expect(waiting.issues.list(limited.projectId)).rejects.toMatchObject({ status: 429 });

  const { issueTracking } = await load(story);
  expect(issueTracking.clientOptions.accessToken).not.toBe(limited.clientOptions.accessToken);
  const client = new IssueTrackingClient(issueTracking.clientOptions);
  expect(await client.issues.list(issueTracking.projectId)).toMatchObject({ total: 1 });
});

test('a story makes another mock when what its function returns changes, and else keeps its records', async () => {
  const story = mount('board--function');
  const loadWith = (args: object) =>
    load({
      ...story,
      args: { ...args },
      parameters: { issueTracking: ({ issues }: { issues: number }) => ({ issues, latencyMs: 0 }) },
    });
  const { issueTracking: first } = await loadWith({ issues: 3, title: 'a' });
  expect(await new IssueTrackingClient(first.clientOptions).issues.list(first.projectId)).toMatchObject({ total: 3 });
  expect((await loadWith({ issues: 3, title: 'b' })).issueTracking).toBe(first);
  const { issueTracking: second } = await loadWith({ issues: 4, title: 'b' });
  expect(second).not.toBe(first);
  expect(await new IssueTrackingClient(second.clientOptions).issues.list(second.projectId)).toMatchObject({ total: 4 });
});

test('a global that is no scenario is an error, and no normal story', async () => {
  const misspelt = mount('board--misspelt', { issues: 1 }, { issueTracking: 'ofline' });
  await expect(load(misspelt)).rejects.toThrow(
    /The global "issueTracking" must be one of: .*offline.*; found "ofline"/,
  );
  const reset = { ...misspelt, globals: { issueTracking: '' } };
  expect((await load(reset)).issueTracking.mock.scenario).toBe('normal');
});

test('the scenario of the globals wins over that of the parameters, and both are in the context of play', async () => {
  const context: Parameters<typeof issueTrackingLoader>[0] = mount('board--both', { issues: 1, scenario: 'forbidden' });
  const { issueTracking } = await load(context);
  expect(issueTracking.mock.scenario).toBe('forbidden');
  expect(context.issueTracking).toBe(issueTracking);
  const chosen = { ...context, globals: { issueTracking: 'empty' } };
  expect((await load(chosen)).issueTracking.mock.scenario).toBe('empty');
});

test('handlers that a story adds to the worker are removed for the next story', async () => {
  const added = http.get('https://other.example/', () => HttpResponse.text('of the story before'));
  const context: { msw?: SetupWorker } & ReturnType<typeof mount> = mount('board--adds', { issues: 1 });
  await load(context);
  // As its `beforeEach` does with what msw-storybook-addon hands it, which is the worker that it finds.
  context.msw?.use(added);
  await load(context);
  expect(context.msw?.listHandlers()).toContain(added);

  const next: typeof context = mount('board--next', { issues: 1 });
  const { issueTracking } = await load(next);
  expect(next.msw).toBe(context.msw);
  expect(next.msw?.listHandlers()).not.toContain(added);
  const client = new IssueTrackingClient(issueTracking.clientOptions);
  expect(await client.issues.list(issueTracking.projectId)).toMatchObject({ total: 1 });
});

test('a story uses the worker that another addon has started', async () => {
  const { issueTracking: before } = await load(mount('board--own', { issues: 1 }));
  const msw = await storyWorker();
  const handlers = msw.listHandlers();
  const context: { msw?: typeof msw } & ReturnType<typeof mount> = mount('board--shared', { issues: 2 });
  context.msw = msw;
  const { issueTracking } = await load(context);
  expect(msw.listHandlers()).toEqual(handlers);
  for (const [{ clientOptions, projectId }, total] of [
    [before, 1],
    [issueTracking, 2],
  ] as const) {
    expect(await new IssueTrackingClient(clientOptions).issues.list(projectId)).toMatchObject({ total });
  }
});

test.each(['before', 'after'])(
  'mswLoader(storyWorker) %s issueTrackingLoader() shares its worker and keeps the handlers of the story',
  async (order) => {
    const added = http.get('https://other.example/', () => HttpResponse.text('of this story'));
    /** The loader of msw-storybook-addon 3. */
    async function mswLoader(context: { msw?: SetupWorker }) {
      const worker = await storyWorker();
      context.msw = worker;
      worker.resetHandlers();
      worker.use(added);
    }
    for (const name of ['one', 'two']) {
      const context: { msw?: SetupWorker } & ReturnType<typeof mount> = mount(`board--${order}-${name}`, { issues: 2 });
      // Storybook runs loaders side by side.
      const others = order === 'before' ? [mswLoader(context)] : [];
      const own = load(context);
      if (order === 'after') others.push(mswLoader(context));
      const [{ issueTracking }] = await Promise.all([own, ...others]);
      expect(context.msw?.listHandlers()).toContain(added);
      const client = new IssueTrackingClient(issueTracking.clientOptions);
      expect(await client.issues.list(issueTracking.projectId)).toMatchObject({ total: 2 });
    }
  },
);
