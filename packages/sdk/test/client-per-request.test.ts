import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { times } from './adversary/against.ts';

// A server may create a client for each request, with a function that closes over the visitor's session.

function setUp() {
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  const { apiKey: _, ...service } = mock.clientOptions;
  const token = tokenOf(mock);
  const session = { token };
  const shared = () => session.token;
  const ways = {
    closure: () => ({ accessToken: () => session.token }),
    'async closure': () => ({ accessToken: async () => session.token }),
    'one function': () => ({ accessToken: shared }),
    string: () => ({ accessToken: session.token }),
  };
  const handle = (way: keyof typeof ways) =>
    new IssueTrackingClient({ ...service, ...ways[way](), logLevel: 'off' }).issues.get('prj_web', 1);
  return { mock, session, handle, count: (status: number) => mock.requests.find({ status }).length };
}

function tokenOf(mock: ReturnType<typeof createMock>): string {
  const { id: userId } = mock.world.users.create({ organizations: ['acme'] });
  return mock.world.accessTokens.create({ userId }).token;
}

const ways = ['closure', 'async closure', 'one function', 'string'] as const;

test.each(ways)('120 clients with a %s stay within the rate together [LIM-1]', async (way) => {
  const { handle, count } = setUp();
  await Promise.all(times(120, () => handle(way)));
  expect(count(429)).toBe(0);
});

test.each(ways)('50 clients with a %s send a revoked token once [AUTH-7]', async (way) => {
  const { session, handle, count } = setUp();
  session.token = 'oat_revoked';
  const calls = await Promise.allSettled(times(50, () => handle(way)));
  for (const call of calls) expect(call).toMatchObject({ reason: { name: 'AuthenticationError' } });
  expect(count(401)).toBe(1);
});

test('clients with a string and with a function share what is known of the token [LIM-1] [AUTH-7]', async () => {
  const { handle, count } = setUp();
  await Promise.all(times(120, (index) => handle(index % 2 ? 'string' : 'closure')));
  expect(count(429)).toBe(0);
});
