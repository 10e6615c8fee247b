import { behaviorOptions, createMock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import { type IssueListItem, IssueTrackingClient } from '@issue-tracking/sdk';
import { markFixed } from './mark-fixed.ts';
import { type LocalCopy, syncIssues } from './sync-issues.ts';
import { triage } from './triage-bot.ts';
import { type StatusChange, watchStatus } from './watch-status.ts';

const issues = [
  { title: 'Pay does nothing', networkLogs: [{ method: 'POST', url: 'https://shop.example/pay', status: 502 }] },
  { title: 'The cart is empty', consoleLogs: [{ level: 'error' as const, message: 'cart is undefined' }] },
  { title: 'A word is wrong' },
];

/** Creates a mock for one test, with a project of three issues. */
async function start(options: MockOptions = {}) {
  const mock = createMock({ clock: virtualClock({ auto: true }), ...options });
  const { project, clientOptions } = await mock.tenant({ issues });
  return { mock, projectId: project.id, client: new IssueTrackingClient(clientOptions) };
}

afterEach(() => {
  const { currentTestName: name } = expect.getState();
  process.stdout.write(`SMOKE ok ${name}\n`);
});

describe('the triage bot', () => {
  test('sets a priority and comments the reason', async () => {
    const { mock, projectId, client } = await start();
    expect(await triage(client, projectId)).toMatchObject({ judged: { length: 3 }, failed: [] });
    expect(mock).toHaveReceived('issues.comments.create', {
      times: 1,
      body: { content: 'Triage: critical, because POST https://shop.example/pay returned 502' },
    });
    expect(mock).toHaveNoErrorResponses();
  });

  test('waits during an outage, and comments once although a response is lost', async () => {
    const { mock, projectId, client } = await start();
    mock.faults.add({ status: 503, headers: { 'retry-after': '60' }, times: 3 });
    mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true });
    expect(await triage(client, projectId)).toMatchObject({ judged: { length: 3 } });
    expect(mock).toHaveReceived('issues.comments.create', { times: 3 });
    expect(mock).toHaveNoUnusedFaults();
  });

  const behaviors = Object.entries(behaviorOptions).flatMap(([name, { choices }]) =>
    choices.slice(1).map((choice) => ({ [name]: choice })),
  );
  test.each(behaviors)('triages each issue once, with the behavior %j', async (behavior) => {
    const { mock, projectId, client } = await start({ behavior });
    const { judged, failed } = await triage(client, projectId);
    expect([...judged, ...failed]).toHaveLength(3);
    expect(mock).toHaveReceived('issues.comments.create', { times: 3 });
  });
});

test('a deployment marks the issues that it fixes', async () => {
  const { mock, projectId, client } = await start();
  const commits = [{ sha: '4f2c1ed90b', message: 'Fixes #1 and #4711' }];
  expect(await markFixed(client, projectId, commits)).toMatchObject({
    submitted: [1],
    failed: [{ issueNumber: 4711 }],
  });
  expect(mock).toHaveReceivedInOrder([{ endpoint: 'issues.update', issueNumber: 1 }, 'issues.comments.create']);
});

test('a crashed copy continues and completes', async () => {
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  const { project, clientOptions } = await mock.tenant({ issues: 250 });
  const copied = new Map<number, IssueListItem>();
  let checkpoint: number | undefined;
  let crashes = true;
  const copy: LocalCopy = {
    async put(page) {
      if (crashes && copied.size > 0) throw new Error('The disk is full');
      for (const issue of page) copied.set(issue.issueNumber, issue);
    },
    size: async () => copied.size,
    readCheckpoint: async () => checkpoint,
    writeCheckpoint: async (page) => {
      checkpoint = page;
    },
  };
  const client = new IssueTrackingClient(clientOptions);
  await expect(syncIssues(client, project.id, copy)).rejects.toThrow('The disk is full');
  crashes = false;
  await syncIssues(client, project.id, copy);
  expect(copied.size).toBe(250);
});

test('a change of the status is reported once', async () => {
  const { mock, projectId, client } = await start({ clock: virtualClock() });
  const stop = new AbortController();
  const changes: StatusChange[] = [];
  const watching = (async () => {
    const watch = watchStatus(client, projectId, { everyMs: 60_000, clock: mock.clock, signal: stop.signal });
    for await (const change of watch) changes.push(change);
  })();
  await mock.clock.advance(0);
  mock.world.issues.update({ projectId, issueNumber: 2 }, { status: 'verified' });
  await mock.clock.advance(60_000);
  expect(changes).toEqual([{ issueNumber: 2, from: 'open', to: 'verified' }]);
  stop.abort();
  await watching;
});
