import { type ClientOptions, ConnectionError, IssueTrackingClient, systemClock } from '@issue-tracking/sdk';
import { afterEach, expect, test } from 'vitest';
import { closedPort } from '../support/closed-port.ts';
import { goodKey, times } from './against.ts';
import { randomFrom } from './random.ts';
import { apiError } from './service/answers.ts';
import { overSockets, type SocketServer } from './service/over-sockets.ts';
import { answer, Service } from './service/service.ts';
import type { Switches } from './service/switches.ts';

let server: SocketServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** The service on raw sockets, in real time. */
async function wired(switches: Partial<Switches> = {}, options: Partial<ClientOptions> = {}) {
  const service = new Service(systemClock, randomFrom(1), { latencyMs: [0, 0], ...switches });
  service.grant(goodKey);
  for (let n = 0; n < 10; n++) service.issues.add(systemClock.now() - 86_400_000);
  server = await overSockets(service);
  const client = new IssueTrackingClient({ baseUrl: server.url, apiKey: goodKey, ...options } as ClientOptions);
  return { service, client, url: server.url };
}

test.each(['60 ', '60\t', '60, 60', '59.5'])(
  '[LIM-2] a Retry-After of "%s" on the wire is 60 seconds',
  async (value) => {
    const { client, service } = await wired({}, { retry: { maxRetryAfter: 1_000 } });
    service.override = () => answer(apiError(429, 'Too many requests', { 'retry-after': value }));
    await expect(client.issues.get('prj_web', 1)).rejects.toMatchObject({
      name: 'RateLimitError',
      retryAfterMs: 60_000,
    });
    expect(service.counts.requests).toHaveLength(1);
  },
);

test('[LIM-2] a GET with a truncated response is sent again', async () => {
  const { client, service } = await wired();
  let broken = 1;
  service.override = ({ path }) => {
    if (broken-- <= 0) return undefined;
    return {
      kind: 'answer',
      cut: true,
      answer: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: `{"data":"${path.padEnd(5_000)}"}`,
      },
    };
  };
  expect(await client.issues.get('prj_web', 1)).toMatchObject({ issueNumber: 1 });
  expect(service.counts.requests).toHaveLength(2);
});

test.each(['reset, landed', 'cut'] as const)(
  '[EP-12] after the loss "%s" on a socket the comment is found and not sent again',
  async (loss) => {
    const { client, service } = await wired({ commentText: ['trim', 'lf', 'html'] });
    service.nextWritesMeet.push(loss);
    const content = '  <b>raw</b>\r\n';
    await client.issues.comments.create('prj_web', 1, { content }, { onLostResponse: 'check' });
    expect(service.comments(1)).toHaveLength(1);
  },
);

test('[EP-9] an update whose response was lost on a socket overwrites no other change', async () => {
  const { client, service } = await wired();
  service.nextWritesMeet.push('reset, landed');
  const headers = { 'x-call': 'update' };
  const updated = client.issues.update('prj_web', 1, { status: 'fix_submitted' }, { headers }).catch(() => undefined);
  while (service.issues.find(1)?.states.length === 1) await new Promise((resolve) => setImmediate(resolve));
  service.verify(1);
  await updated;
  expect(service.issues.find(1)?.states.at(-1)).toMatchObject({ status: 'verified', by: 'person' });
});

test('[AUTH-7] a bad key in six clients with 60 calls over sockets causes at most 4 × 401', async () => {
  const { service, url } = await wired();
  const clients = times(6, () => new IssueTrackingClient({ baseUrl: url, apiKey: 'svc_neverGood' }));
  await Promise.allSettled(times(60, (n) => clients[n % 6]?.issues.get('prj_web', 1)));
  expect(service.counts.most401s).toBeLessThanOrEqual(4);
});

test('[EP-12] a refused connection, or TLS to a plain port, means that a write was not applied', async () => {
  const { url } = await wired();
  const { host, port, free } = await closedPort();
  for (const baseUrl of [`http://${host}:${port}`, url.replace('http:', 'https:')]) {
    const client = new IssueTrackingClient({ baseUrl, apiKey: goodKey, retry: false });
    const created = client.issues.comments.create('prj_web', 1, { content: 'never' });
    await expect(created, baseUrl).rejects.toThrow(ConnectionError);
    await expect(created, baseUrl).rejects.toMatchObject({ mayHaveBeenApplied: false });
  }
  free();
});

test('[EP-12] a POST with the response 303 may have been applied', async () => {
  const { client, service } = await wired();
  service.override = () => answer({ status: 303, headers: { location: '/elsewhere' }, body: '' });
  const created = client.issues.comments.create('prj_web', 1, { content: 'perhaps' });
  await expect(created).rejects.toMatchObject({ mayHaveBeenApplied: true });
});
