import { capturedNames } from '@issue-tracking/model';
import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { comment, issue, listItem } from './support/records.ts';
import { errorResponse, json, never, scripted } from './support/scripted-service.ts';

const found = json({ data: issue() });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A service that responds on demand. */
function held() {
  const answers: ((response: Response) => void)[] = [];
  const step = () => new Promise<Response>((resolve) => answers.push(resolve));
  return { answers, ...scripted([step]) };
}

test('close() rejects waiting and new calls unsent, and resolves after the calls in flight', async () => {
  const { client, answers, requests } = held();
  const underWay = client.issues.get('prj_web', 7);
  const waiting = client.issues.get('prj_web', 7);
  await settled();
  let isClosed = false;
  const closed = client.close().then(() => {
    isClosed = true;
  });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError', sent: false, attempts: [] });
  await expect(client.projects.list()).rejects.toMatchObject({
    name: 'AbortError',
    sent: false,
    message: 'GET /api/v1/projects: aborted (The client was closed) before anything was sent',
  });
  await settled();
  expect(isClosed).toBe(false);
  answers[0]?.(found.clone());
  await expect(underWay).resolves.toMatchObject({ issueNumber: 7 });
  await closed;
  expect(requests).toHaveLength(1);
});

test('a call whose retry close() prevents rejects with its own error', async () => {
  const { client, answers } = held();
  const call = client.issues.update('prj_web', 7, { priority: 'high' });
  await settled();
  const closed = client.close();
  answers[0]?.(errorResponse(503, 'Not now'));
  await expect(call).rejects.toMatchObject({ name: 'ServerError', mayHaveBeenApplied: true });
  await closed;
});

test('a call that waits for a retry rejects with `sent: true` and whether it may have been applied', async () => {
  const { client, requests } = scripted([errorResponse(503, 'Not now', { 'retry-after': '60' })]);
  const call = client.issues.update('prj_web', 7, { priority: 'high' });
  call.catch(() => {});
  while (requests.length === 0) await settled();
  await client.close();
  await expect(call).rejects.toMatchObject({ name: 'AbortError', sent: true, mayHaveBeenApplied: true });
});

test('a waitFor between two reads rejects at once', async () => {
  const { client, requests, elapsed } = scripted([found]);
  const waiting = client.issues.waitFor('prj_web', 7, { status: 'verified' }, { interval: 600_000 });
  waiting.catch(() => {});
  while (requests.length === 0) await settled();
  await client.close();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(elapsed()).toBe(0);
});

/** A service whose requests take 600 ms. */
function slow(respond: (request: Request) => Response, options: Partial<ClientOptions> = {}) {
  const service = scripted(
    [
      async (request) => {
        await service.clock.sleep(600);
        return respond(request);
      },
    ],
    options,
  );
  return service;
}

const counts = { consoleErrorCount: 1, networkErrorCount: 1, jsErrorCount: 1, userActionCount: 1, screenshotCount: 1 };
const empty = ({ url }: Request) => {
  if (url.endsWith('/tech-context')) return errorResponse(404, 'Nothing captured');
  return json(url.endsWith('/7') ? { data: issue({ metadataSummary: counts }) } : { data: [], total: 0 });
};

test('a context in progress is completed, including parts not requested yet', async () => {
  const { client, clock, requests } = slow(empty);
  await client.projects.list();
  const context = client.issues.context('prj_web', 7);
  await clock.sleep(300);
  const closed = client.close();
  await expect(context).resolves.toMatchObject({ issue: { issueNumber: 7 }, userActions: [] });
  // The projects, the issue, its comments and everything captured.
  expect(requests).toHaveLength(3 + capturedNames.length);
  await closed;
});

test('a context that has sent nothing rejects without a request', async () => {
  const { client, clock, requests } = slow(empty);
  const first = client.issues.get('prj_web', 7);
  const context = client.issues.context('prj_web', 7);
  context.catch(() => {});
  await clock.sleep(300);
  await client.close();
  await expect(first).resolves.toBeDefined();
  await expect(context).rejects.toMatchObject({ name: 'AbortError', sent: false });
  expect(requests).toHaveLength(1);
});

test('the end of an await using block closes the client', async () => {
  const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey: 'svc_disposed' });
  await client[Symbol.asyncDispose]();
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'AbortError', sent: false });
});

test('close() resolves after a composite call, not between two of its requests', async () => {
  const order: string[] = [];
  const { client, clock } = slow(empty);
  const context = client.issues.context('prj_web', 7).then(() => order.push('context'));
  await clock.sleep(300);
  await client.close().then(() => order.push('closed'));
  await context;
  expect(order).toEqual(['context', 'closed']);
});

test('a checked comment in progress is sent, and after a lost response the list is read once and the comment not sent again [EP-12]', async () => {
  const options = { onLostResponse: 'check' } as const;
  const create = async (respond: (request: Request) => Response) => {
    const { client, clock, sent } = slow(respond);
    await client.projects.list();
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, options);
    call.catch(() => {});
    await clock.sleep(300);
    const closed = client.close();
    const ending = await call.catch((error: unknown) => error);
    await closed;
    return {
      ending,
      sent: sent()
        .slice(1)
        .map((line) => line.split(' ')[0]),
    };
  };
  const added = await create((request) =>
    request.method === 'POST' ? json({ data: comment('c1', 'Hello') }, { status: 201 }) : empty(request),
  );
  expect(added).toMatchObject({ ending: { id: 'c1' }, sent: ['GET', 'POST'] });
  const lost = await create((request) => {
    if (request.method === 'POST') throw new TypeError('fetch failed');
    return empty(request);
  });
  expect(lost).toMatchObject({
    ending: { name: 'ConnectionError', mayHaveBeenApplied: true },
    sent: ['GET', 'POST', 'GET'],
  });
});

test('an update with an empty success still reads the issue while the client closes [EP-9]', async () => {
  const { client, clock, requests } = slow((request) =>
    request.method === 'PATCH' ? new Response(null, { status: 204 }) : json({ data: issue({ priority: 'high' }) }),
  );
  await client.projects.list().catch(() => {});
  const update = client.issues.update('prj_web', 7, { priority: 'high' });
  await clock.sleep(300);
  const closed = client.close();
  await expect(update).resolves.toMatchObject({ priority: 'high' });
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET']);
  await closed;
});

test('an iteration rejects after the page in flight, because ending normally would look complete', async () => {
  const pageOf = (request: Request) => {
    const page = Number(new URL(request.url).searchParams.get('page'));
    return json({ data: [listItem(page)], total: 5, page, totalPages: 5 });
  };
  const { client, clock, requests } = slow(pageOf);
  const met: number[] = [];
  const iteration = (async () => {
    for await (const { issueNumber } of client.issues.list('prj_web', { limit: 1 })) met.push(issueNumber);
  })();
  iteration.catch(() => {});
  await clock.sleep(900);
  await client.close();
  await expect(iteration).rejects.toMatchObject({ name: 'AbortError', sent: false });
  expect(met).toEqual([1, 2]);
  expect(requests).toHaveLength(2);
});

test('a waitFor rejects after the read in flight, with `sent: true`', async () => {
  const { client, clock, requests } = slow(() => found.clone());
  const waiting = client.issues.waitFor('prj_web', 7, { status: 'verified' });
  waiting.catch(() => {});
  await clock.sleep(300);
  await client.close();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError', sent: true, attempts: [{ status: 200 }] });
  expect(requests).toHaveLength(1);
});

test('a call in flight with a 401 rejects with its own error and is not sent again [AUTH-3]', async () => {
  let isRevoked = false;
  const { client, clock, requests } = slow(() => (isRevoked ? errorResponse(401, 'Unknown key') : found.clone()), {
    apiKey: undefined,
    accessToken: async () => 'token',
  } as Partial<ClientOptions>);
  await client.issues.get('prj_web', 7);
  isRevoked = true;
  const call = client.issues.get('prj_web', 7);
  call.catch(() => {});
  await clock.sleep(300);
  await client.close();
  await expect(call).rejects.toMatchObject({ name: 'AuthenticationError', sent: true });
  expect(requests).toHaveLength(2);
});

/** A context whose issue is read, and whose parts wait for the rate limit. */
async function waitingContext() {
  const service = slow(empty, { rateLimit: { requests: 1 } });
  const context = service.client.issues.context('prj_web', 7);
  context.catch(() => {});
  await service.clock.sleep(700);
  expect(service.requests).toHaveLength(1);
  return { ...service, context };
}

test('close() ends reads at once that cannot be sent before its deadline', async () => {
  const { client, context, elapsed } = await waitingContext();
  await client.close({ deadline: 4_000 });
  expect(elapsed()).toBe(700);
  await expect(context).rejects.toMatchObject({ name: 'AbortError', sent: true });
});

test('close() ends reads at once that begin to wait too long after it', async () => {
  const { client, clock, elapsed } = slow(empty, { rateLimit: { requests: 1 } });
  const context = client.issues.context('prj_web', 7);
  context.catch(() => {});
  await clock.sleep(100);
  await client.close({ deadline: 4_000 });
  expect(elapsed()).toBeLessThan(4_000);
  await expect(context).rejects.toMatchObject({ name: 'AbortError', sent: true });
});

test('close() waits for reads that can be sent before its deadline', async () => {
  const { client, context, requests } = await waitingContext();
  await client.close({ deadline: 600_000 });
  await context.catch(() => {});
  expect(requests.length).toBeGreaterThan(5);
});

test('close() aborts a request in flight at its deadline', async () => {
  const { client, clock, elapsed } = slow(() => found.clone());
  const call = client.issues.get('prj_web', 7);
  call.catch(() => {});
  await clock.sleep(100);
  await client.close({ deadline: 50 });
  expect(elapsed()).toBe(150);
  await expect(call).rejects.toMatchObject({ name: 'AbortError', sent: true });
});

test('close({ deadline: 0 }) aborts all calls at once', async () => {
  const { client, clock, elapsed } = slow(() => found.clone());
  const calls = [client.issues.get('prj_web', 7), client.issues.context('prj_web', 7)];
  await clock.sleep(100);
  await Promise.all([
    client.close({ deadline: 0 }),
    expect(calls[0]).rejects.toMatchObject({ name: 'AbortError', sent: true }),
    expect(calls[1]).rejects.toMatchObject({ name: 'AbortError', sent: false }),
  ]);
  expect(elapsed()).toBe(100);
});

test('a write that the deadline of close() aborts rejects with `mayHaveBeenApplied: true`', async () => {
  const { client, clock, elapsed } = slow(() => json({ data: comment('c1', 'Hello') }, { status: 201 }));
  const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' });
  call.catch(() => {});
  await clock.sleep(300);
  await client.close({ deadline: 100 });
  expect(elapsed()).toBe(400);
  await expect(call).rejects.toMatchObject({ name: 'AbortError', sent: true, mayHaveBeenApplied: true });
});

test('the check of a lost comment is aborted at the deadline of close()', async () => {
  const { client, clock } = scripted([
    json({ data: [], total: 0 }),
    () => Promise.reject(new TypeError('terminated')),
    (request, signal) => never(request, signal),
  ]);
  const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
  call.catch(() => {});
  await clock.sleep(100);
  await client.close({ deadline: 100 });
  const cause = { message: 'The client was closed' };
  await expect(call).rejects.toMatchObject({ name: 'AbortError', mayHaveBeenApplied: true, cause });
});

test('a second close() can set a deadline', async () => {
  const { client, clock, elapsed } = slow(() => found.clone());
  const call = client.issues.get('prj_web', 7);
  call.catch(() => {});
  await clock.sleep(100);
  await Promise.all([client.close(), client.close({ deadline: 50 })]);
  expect(elapsed()).toBe(150);
  await expect(call).rejects.toMatchObject({ name: 'AbortError', sent: true });
});

test.each([
  [{ deadline: -1 }, 'deadline must be milliseconds, from 0'],
  [{ timeout: 5 }, 'timeout is unknown'],
])('close(%j) rejects and closes nothing', async (options, message) => {
  const { client } = scripted([found]);
  await expect(client.close(options as never)).rejects.toThrow(message);
  await expect(client.issues.get('prj_web', 7)).resolves.toBeDefined();
});

test('close() of an idle client resolves at once, also when called again', async () => {
  const { client } = scripted([found]);
  await Promise.all([client.close(), client.close()]);
  await client.close();
});

test('other clients with the same credential keep working', async () => {
  const { client, clock } = scripted([found]);
  const fetch = async () => found.clone();
  const options = { baseUrl: 'https://issues.test', apiKey: 'svc_key', fetch, clock };
  const [one, other] = [new IssueTrackingClient(options), new IssueTrackingClient(options)];
  await one.close();
  await expect(other.issues.get('prj_web', 7)).resolves.toBeDefined();
  await client.close();
});

test('close() aborts a request that was kept in flight for its status after an abort', async () => {
  const signals: AbortSignal[] = [];
  const { client } = scripted([
    (_, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  ]);
  const abort = new AbortController();
  const call = client.issues.get('prj_web', 7, { signal: abort.signal });
  call.catch(() => {});
  while (signals.length === 0) await settled();
  abort.abort('enough');
  await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  expect(signals[0]?.aborted).toBe(false);
  await client.close();
  expect(signals[0]?.aborted).toBe(true);
});
