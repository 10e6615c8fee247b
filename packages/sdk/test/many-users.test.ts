import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { fulfilled, times } from './adversary/against.ts';
import { SimulatedClock } from './adversary/simulated-clock.ts';
import { mostWithin } from './support/most-within.ts';
import { issue } from './support/records.ts';

const second = 1_000;
const minute = 60_000;

interface Setting {
  /** Until the response. */
  readonly latencyMs?: number;
  /** Whether a request is accepted, by its token and its number. */
  readonly isGood?: (token: string, number: number) => boolean;
  readonly hangs?: (token: string) => boolean;
}

/** A service that is not the mock. What is asserted is what it has seen. */
function serviceOf({ latencyMs = 50, isGood = () => true, hangs = () => false }: Setting = {}) {
  const clock = new SimulatedClock();
  const start = clock.now();
  const seen: { token: string; status: number; at: number }[] = [];
  async function fetch(_url: unknown, init?: RequestInit): Promise<Response> {
    const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
    const status = isGood(token, seen.length + 1) ? 200 : 401;
    seen.push({ token, status, at: clock.now() });
    if (hangs(token)) return new Promise(() => {});
    await clock.sleep(latencyMs);
    return status === 200 ? Response.json({ data: issue() }) : Response.json({ error: 'Unauthorized' }, { status });
  }
  const client = (options: Partial<ClientOptions>) =>
    new IssueTrackingClient({ baseUrl: 'https://issues.test', fetch, clock, ...options });
  const rejected = () => seen.filter(({ status }) => status === 401);
  return {
    clock,
    client,
    seen,
    rejected,
    most401s: () =>
      mostWithin(
        rejected().map(({ at }) => at),
        15 * minute,
      ),
    elapsed: () => clock.now() - start,
    all: (calls: readonly Promise<unknown>[]) => clock.run(Promise.allSettled(calls)),
  };
}

const get = (client: IssueTrackingClient) => client.issues.get('prj_web', 7);

describe('credentials', () => {
  test('of 200 users with a token function each make their first calls within one round trip [AUTH-7]', async () => {
    const { client, all, elapsed, seen } = serviceOf();
    const calls = times(200, (n) => get(client({ accessToken: async () => `token-${n}` })));
    expect(fulfilled(await all(calls))).toBe(200);
    expect(elapsed()).toBe(50);
    expect(seen).toHaveLength(200);
  });

  test('of 20 users are not delayed by 4 credentials whose requests hang [AUTH-7]', async () => {
    const { client, all, elapsed, clock } = serviceOf({ hangs: (token) => token.startsWith('hangs') });
    const hanging = Promise.allSettled(times(4, (n) => get(client({ accessToken: `hangs-${n}`, deadline: minute }))));
    expect(fulfilled(await all(times(20, (n) => get(client({ accessToken: `token-${n}` })))))).toBe(20);
    expect(elapsed()).toBe(50);
    await clock.run(hanging);
  });

  test('of 50 good users all work after 4 stale tokens, each of which causes one request [AUTH-7]', async () => {
    const { client, all, rejected } = serviceOf({ isGood: (token) => !token.startsWith('stale') });
    expect(fulfilled(await all(times(4, (n) => get(client({ accessToken: `stale-${n}` })))))).toBe(0);
    expect(fulfilled(await all(times(50, (n) => get(client({ accessToken: `token-${n}` })))))).toBe(50);
    expect(rejected()).toHaveLength(4);
  });

  test('of one session share a token, a window and a circuit among a client for each request [AUTH-7] [LIM-1]', async () => {
    const { client, all, elapsed, seen } = serviceOf();
    let asked = 0;
    const accessToken = async () => `token-${++asked}`;
    expect(fulfilled(await all(times(120, () => get(client({ accessToken })))))).toBe(120);
    expect(asked).toBe(1);
    expect(
      mostWithin(
        seen.map(({ at }) => at),
        minute,
      ),
    ).toBe(100);
    expect(elapsed()).toBeGreaterThan(minute);
  });

  test('of eight users whose tokens expire without expiresAt fail no call [AUTH-3] [AUTH-7]', async () => {
    const ends = new Map<string, number>();
    const { client, clock, rejected } = serviceOf({ isGood: (token) => clock.now() < (ends.get(token) ?? 0) });
    let lost = 0;
    const work = async (user: number) => {
      let given = 0;
      const accessToken = async () => {
        const token = `user-${user}-${++given}`;
        ends.set(token, clock.now() + (given === 1 ? (2 + user) * minute : 60 * minute));
        return token;
      };
      const one = client({ accessToken });
      for (let call = 0; call < 36; call++) {
        await get(one).catch(() => lost++);
        await clock.sleep(20 * second);
      }
    };
    await clock.run(Promise.all(times(8, work)));
    expect(lost).toBe(0);
    expect(rejected()).toHaveLength(8);
  });
});

describe('a credential', () => {
  test('that gets one spurious 401 among 100 parallel calls fails none [AUTH-7]', async () => {
    const { client, all } = serviceOf({ latencyMs: 20, isGood: (_, number) => number !== 20 });
    const one = client({ apiKey: 'svc_key', rateLimit: false });
    expect(fulfilled(await all(times(100, () => get(one))))).toBe(100);
  });

  test('has one window for two clients with different limits [LIM-1]', async () => {
    const { client, all, seen } = serviceOf({ latencyMs: 5 });
    const [large, small] = [client({ apiKey: 'svc_key' }), client({ apiKey: 'svc_key', rateLimit: { requests: 50 } })];
    await all(times(150, (n) => get(n % 3 ? large : small)));
    expect(
      mostWithin(
        seen.map(({ at }) => at),
        minute,
      ),
    ).toBeLessThanOrEqual(100);
  });
});
