import { createMock, virtualClock } from '@issue-tracking/mock';
import { capturedNames, limits } from '@issue-tracking/model';
import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { Ticket } from '../src/gate/ticket.ts';
import { admissions } from './support/admissions.ts';

// Who holds a slot waits for nobody: a composite call that has begun goes before all calls that have not.

const windowMs = 60_000;
const requestsOfContext = 2 + capturedNames.length;

/** A service that is 100 ms away. */
function setUp(options: Partial<ClientOptions> = {}) {
  const clock = virtualClock({ auto: true });
  const mock = createMock({ clock });
  const fetch: typeof globalThis.fetch = async (...request) => {
    await clock.sleep(100);
    return mock.fetch(...request);
  };
  const client = new IssueTrackingClient({
    ...mock.clientOptions,
    fetch,
    logLevel: 'off',
    ...options,
  } as ClientOptions);
  const start = clock.now();
  return { client, clock, elapsed: () => clock.now() - start };
}
type Client = IssueTrackingClient;

const context = (options?: object) => (client: Client) => client.issues.context('prj_web', 1, options);
const checkedComment = (client: Client) =>
  client.issues.comments.create('prj_web', 2, { content: 'x' }, { onLostResponse: 'check' });

test.each([
  ['a context and one with priority', requestsOfContext + 2, context(), context({ priority: 1 })],
  ['a context and a checked comment', requestsOfContext, context(), checkedComment],
  ['a checked comment and a context with priority', requestsOfContext, checkedComment, context({ priority: 1 })],
  ['two updates of which the later one is urgent', 1, updateOf({}), updateOf({ priority: 1 })],
] as const)(
  '%s end, and so does a later call, although not all their slots fit into the window',
  async (_, requests, first, second) => {
    const { client, elapsed } = setUp({ rateLimit: { requests, windowMs: 1_000 } });
    const all = [first(client), second(client), client.issues.get('prj_web', 3)];
    await expect(Promise.all<unknown>(all)).resolves.toHaveLength(3);
    expect(elapsed()).toBeLessThan(5_000);
  },
);

function updateOf(options: object) {
  return (client: Client) => client.issues.update('prj_web', 1, { priority: 'low' }, options);
}

test.each([
  ['a comment', (client: Client) => client.issues.comments.create('prj_web', 1, { content: 'x' })],
  ['a read with priority', (client: Client) => client.issues.get('prj_web', 1, { priority: 1 })],
  ['a context with priority', (client: Client) => client.issues.context('prj_web', 2, { priority: 1 })],
])('%s without a slot delays no context that has its slots [LIM-1]', async (_, other) => {
  const { client, clock, elapsed } = setUp();
  const before = Array.from({ length: limits.requests - requestsOfContext }, () => client.projects.list());
  await Promise.all(before);
  const start = elapsed();
  const begun = client.issues.context('prj_web', 1, { deadline: 10_000 });
  await clock.sleep(50);
  const late = other(client);
  await begun;
  expect(elapsed() - start).toBeLessThan(1_000);
  await late;
  expect(elapsed() - start).toBeGreaterThan(windowMs - 10_000);
});

test('requests of a composite call that waited together are not separated by an urgent call', async () => {
  const { enter } = admissions({ limit: 3 });
  const order: string[] = [];
  const ask = async (name: string, how = {}) => {
    const permit = await enter(how);
    order.push(name);
    return permit;
  };
  const probe = await ask('probe');
  const ticket = new Ticket(false, 2);
  const parts = [ask('part', { ticket }), ask('part', { ticket })];
  probe.statusReceived(500, true);
  probe.ended(false);
  const [first] = parts;
  const granted = await first;
  // No room in flight for the second one until the first one has a status.
  void ask('urgent', { priority: 1 }).catch(() => {});
  granted?.statusReceived(500, true);
  granted?.ended(false);
  await parts[1];
  expect(order).toEqual(['probe', 'part', 'part']);
});

test('a begun call that needs one more slot, for a retry, holds up none that has its slot [LIM-1]', async () => {
  const { enter } = admissions({ limit: 4, isProtected: false });
  const [first, second] = [new Ticket(false, 2), new Ticket(false, 2)];
  for (const ticket of [first, first, second]) await enter({ ticket });
  const retried = vi.fn();
  enter({ ticket: first }).then(retried);
  await enter({ ticket: second });
  expect(retried).not.toHaveBeenCalled();
});

test('a call of a client without a limit goes past calls that wait for a slot [LIM-1]', async () => {
  const { enter, client } = admissions({ limit: 1, isProtected: false });
  await enter();
  const waits = vi.fn();
  enter().then(waits);
  await enter({}, client({ limit: Number.POSITIVE_INFINITY }));
  expect(waits).not.toHaveBeenCalled();
});

test('calls whose signal has aborted take no slot from the others while they end', async () => {
  const { enter, state } = admissions({ limit: 1, isProtected: false });
  const held = await enter();
  const abort = new AbortController();
  const aborted = Array.from({ length: 1_000 }, () => enter({ signal: abort.signal }).catch(() => 'aborted'));
  const other = enter();
  abort.abort();
  held.withdraw();
  await other;
  expect(state()).toMatchObject({ used: 1 });
  expect(new Set(await Promise.all(aborted))).toEqual(new Set(['aborted']));
});
