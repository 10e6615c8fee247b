import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { against, fulfilled, goodKey, times } from './against.ts';
import { overFetch } from './service/over-fetch.ts';
import { Service } from './service/service.ts';

const get = (client: IssueTrackingClient, n = 0) => client.issues.get('prj_web', 1 + (n % 10));
const badKey = 'svc_neverGood';
const minute = 60_000;

test.each([1_000, 30_000, 59_000, 300_000])(
  '[AUTH-7] 50 calls with a key revoked %i ms after its last success cause at most 4 × 401',
  async (ms) => {
    const { service, client, clock, all } = against();
    const one = client();
    await clock.run(get(one));
    await clock.pass(ms);
    service.revoke(goodKey);
    expect(fulfilled(await all(times(50, (n) => get(one, n))))).toBe(0);
    expect(service.counts.most401s).toBeLessThanOrEqual(4);
  },
);

test('[AUTH-7] 8 workers cause at most 4 × 401 after their key is revoked, however long they continue', async () => {
  const { service, client, clock } = against({ latencyMs: [20, 400] });
  const one = client({ retry: { limit: 2 } });
  const worker = async () => {
    for (let n = 0; n < 60; n++) {
      await get(one, n).catch(() => undefined);
      await clock.sleep(1_000);
    }
  };
  void clock.sleep(10_000).then(() => service.revoke(goodKey));
  await clock.run(Promise.all(times(8, worker)));
  expect(service.counts.most401s).toBeLessThanOrEqual(4);
  expect(service.counts.lockedOut).toBe(0);
});

test('[AUTH-7] 20 calls succeed with at most 4 × 401 although their token without expiresAt expires', async () => {
  const { service, client, clock, all } = against({ latencyMs: [50, 200] });
  let renewals = 0;
  const accessToken = () => {
    const token = `token-${++renewals}`;
    service.grant(token, clock.now() + 30 * minute);
    return token;
  };
  const one = client({ accessToken });
  for (let round = 0; round < 4; round++) {
    expect(fulfilled(await all(times(20, (n) => get(one, n)))), `round ${round}`).toBe(20);
    // In the middle of this round's calls the token ends.
    const ending = clock.sleep(60).then(() => service.revoke(`token-${renewals}`));
    const calls = times(20, (n) => get(one, n));
    await clock.run(ending);
    expect(fulfilled(await all(calls)), `round ${round}, the token ends`).toBe(20);
    await clock.pass(16 * minute);
  }
  expect(service.counts.most401s).toBeLessThanOrEqual(4);
});

test('[AUTH-7] 20 calls succeed with at most 4 × 401 although their token expires 10 s before its expiresAt', async () => {
  const { service, client, clock, all } = against();
  let renewals = 0;
  const accessToken = () => {
    const token = `token-${++renewals}`;
    service.grant(token, clock.now() + 60_000);
    return { token, expiresAt: new Date(clock.now() + 70_000) };
  };
  const one = client({ accessToken });
  await clock.run(get(one));
  await clock.pass(61_000);
  expect(fulfilled(await all(times(20, (n) => get(one, n))))).toBe(20);
  expect(service.counts.most401s).toBeLessThanOrEqual(4);
});

test('[AUTH-7] a bad key in six clients causes at most 4 × 401', async () => {
  const { service, client, all } = against();
  const clients = times(6, () => client({ apiKey: badKey }));
  expect(fulfilled(await all(times(60, (n) => get(clients[n % 6] ?? client(), n))))).toBe(0);
  expect(service.counts.most401s).toBeLessThanOrEqual(4);
});

test('[AUTH-7] a bad key for three origins causes at most 4 × 401 at each', async () => {
  const { clock, random, all } = against();
  const services = times(3, () => new Service(clock, random));
  const calls = services.flatMap((service, n) => {
    const options = { baseUrl: `https://issues-${n}.test`, apiKey: badKey, fetch: overFetch(service), clock };
    const client = new IssueTrackingClient(options);
    return times(20, () => get(client));
  });
  expect(fulfilled(await all(calls))).toBe(0);
  for (const { counts } of services) expect(counts.most401s).toBeLessThanOrEqual(4);
});

test.each(['portal', 'firewall'] as const)('[AUTH-7] an HTML response of a %s does not prove a key', async (kind) => {
  const { service, client, clock, all } = against({ inFront: { kind, untilMs: 10_000 } });
  const one = client({ apiKey: badKey });
  await all(times(5, (n) => get(one, n)));
  await clock.pass(10_000);
  expect(fulfilled(await all(times(20, (n) => get(one, n))))).toBe(0);
  expect(service.counts.most401s).toBeLessThanOrEqual(4);
});

test('[AUTH-7] a key that worked is used again within 5 minutes after one 401', async () => {
  const { service, client, clock } = against();
  const one = client();
  await clock.run(get(one));
  service.failNext(goodKey, 1);
  await clock.run(get(one).catch(() => undefined));
  await clock.pass(5 * minute);
  await clock.run(get(one));
  await clock.run(get(client()));
  expect(service.counts.most401s).toBe(1);
});

test('[AUTH-7] six proven keys revoked at once cause at most 4 × 401 each, and then no more requests', async () => {
  const { service, client, clock, all } = against();
  const keys = times(6, (n) => `svc_customer${n}`);
  for (const key of keys) service.grant(key);
  const clients = keys.map((apiKey) => client({ apiKey }));
  for (const one of clients) await clock.run(get(one));
  for (const key of keys) service.revoke(key);
  const sentBefore = service.counts.requests.length;
  expect(fulfilled(await all(times(60, (n) => get(clients[n % 6] ?? client(), n))))).toBe(0);
  const sent = service.counts.requests.slice(sentBefore).map(({ request }) => request.headers['authorization']);
  for (const key of keys) expect(sent.filter((header) => header?.endsWith(key)).length).toBeLessThanOrEqual(4);
  expect(fulfilled(await all(times(60, (n) => get(clients[n % 6] ?? client(), n))))).toBe(0);
  expect(service.counts.requests).toHaveLength(sentBefore + sent.length);
});

test.each(['the same dead token', 'a new dead token'])(
  '[AUTH-7] a provider that returns %s each time causes at most 4 × 401 in 40 calls',
  async (which) => {
    const { service, client, all } = against();
    let asked = 0;
    const one = client({ accessToken: () => (which === 'a new dead token' ? `dead-${++asked}` : 'dead') });
    expect(fulfilled(await all(times(40, (n) => get(one, n))))).toBe(0);
    expect(service.counts.most401s).toBeLessThanOrEqual(4);
  },
);

test('[AUTH-7] a bad key causes at most 4 × 401 without a rate limit and with client.request', async () => {
  const { service, client, all } = against();
  const one = client({ apiKey: badKey, rateLimit: false });
  const raw = () => one.request('GET', '/api/v1/projects/prj_web/issues/1/performance');
  expect(fulfilled(await all<unknown>([...times(20, raw), ...times(20, (n) => get(one, n))]))).toBe(0);
  expect(service.counts.most401s).toBeLessThanOrEqual(4);
});
