/**
 * The smoke suite: cases that must pass in every setup. It uses no test runner, no Node module and no syntax newer than the
 * oldest runtime.
 *
 * A case is a name and a function that throws on failure. `sdk` and `mock` are module namespaces. Each setup loads them itself
 * (`import` or `require`), so that loading is tested too.
 */

/** @typedef {[name: string, run: () => Promise<void>]} Case */

function check(holds, what) {
  if (!holds) throw new Error(`expected ${what}`);
}

function equal(seen, wanted, what) {
  const [a, b] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: expected ${b}, saw ${a}`);
}

async function failure(run) {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection, and it resolved');
}

/**
 * Returns the cases of a client with a mock in the same program.
 *
 * @returns {Case[]}
 */
export function clientCases(sdk, mock) {
  const { IssueTrackingClient } = sdk;
  const start = (options, clientOptions) => {
    const service = mock.createMock({ clock: mock.virtualClock({ auto: true }), ...options });
    return { service, client: new IssueTrackingClient({ ...service.clientOptions, ...clientOptions }) };
  };
  return [
    [
      'list',
      async () => {
        const { client } = start();
        const { data, total } = await client.issues.list('prj_web');
        equal([data.length, total], [3, 3], 'issues of the first page');
      },
    ],
    [
      'iterate',
      async () => {
        const { client } = start();
        const seen = [];
        for await (const issue of client.issues.list('prj_web', { limit: 1 })) seen.push(issue.issueNumber);
        equal(seen.sort(), [1, 2, 3], 'issue numbers');
      },
    ],
    [
      'context',
      async () => {
        const { client } = start();
        const { issue, comments } = await client.issues.context('prj_web', 1);
        check(issue.issueNumber === 1 && Array.isArray(comments), 'an issue and its comments');
      },
    ],
    [
      'comment',
      async () => {
        const { client } = start();
        const { content } = await client.issues.comments.create('prj_web', 1, { content: 'Fixed' });
        equal(content, 'Fixed', 'the comment');
      },
    ],
    [
      'update',
      async () => {
        const { client } = start();
        const { status } = await client.issues.update('prj_web', 1, { status: 'fix_submitted' });
        equal(status, 'fix_submitted', 'the status');
      },
    ],
    [
      'retry',
      async () => {
        const { client, service } = start();
        service.faults.add({ endpoint: 'projects.list', status: 503, times: 2 });
        const { data } = await client.projects.list();
        equal([data.length, service.requests.all().length], [1, 3], 'projects and attempts');
      },
    ],
    [
      'rate limit',
      async () => {
        const { client, service } = start(
          { rateLimit: { requests: 10, windowMs: 60_000 } },
          { rateLimit: { requests: 10 } },
        );
        await Promise.all(Array.from({ length: 25 }, () => client.projects.list()));
        const rejected = service.requests.all().filter(({ status }) => status === 429);
        equal(rejected.length, 0, 'requests rejected with 429');
      },
    ],
    [
      'abort',
      async () => {
        // The clock is stopped, so only the abort ends the delay.
        const { client, service } = start({ clock: mock.virtualClock() });
        service.faults.add({ endpoint: 'projects.list', delayMs: 60_000 });
        const controller = new AbortController();
        const call = client.projects.list({}, { signal: controller.signal });
        setTimeout(() => controller.abort(new Error('enough')), 0);
        const error = await failure(() => call);
        equal(error.cause?.message, 'enough', 'the reason');
      },
    ],
    [
      'errors',
      async () => {
        const { client } = start();
        const error = await failure(() => client.issues.get('prj_web', 99));
        check(error instanceof sdk.NotFoundError && sdk.isIssueTrackingError(error), 'a NotFoundError');
        equal(error.status, 404, 'the status');
      },
    ],
    [
      'a rejected key is sent once',
      async () => {
        const { client, service } = start({}, { apiKey: 'svc_wrong', retry: false });
        await Promise.allSettled(Array.from({ length: 20 }, () => client.projects.list()));
        equal(service.requests.all().filter(({ status }) => status === 401).length, 1, 'responses with 401');
      },
    ],
  ];
}

/**
 * Returns the cases of the mock alone.
 *
 * @returns {Case[]}
 */
export function mockCases(mock) {
  const send = (service, path, init = {}) =>
    service.fetch(`${service.baseUrl}/api/v1${path}`, {
      ...init,
      headers: { authorization: 'Bearer svc_mock', ...init.headers },
    });
  return [
    [
      'mock.fetch',
      async () => {
        const service = mock.createMock();
        const response = await send(service, '/projects');
        equal([response.status, (await response.json()).total], [200, 1], 'status and total');
      },
    ],
    [
      'faults',
      async () => {
        const service = mock.createMock();
        service.faults.add({ endpoint: 'projects.list', status: 500 });
        equal(
          [(await send(service, '/projects')).status, (await send(service, '/projects')).status],
          [500, 200],
          'statuses',
        );
      },
    ],
    [
      'clock',
      async () => {
        const clock = mock.virtualClock({ now: '2026-01-01T00:00:00.000Z' });
        mock.createMock({ clock });
        await clock.advance(1500);
        equal(new Date(clock.now()).toISOString(), '2026-01-01T00:00:01.500Z', 'the time');
      },
    ],
    [
      'reset',
      async () => {
        const service = mock.createMock();
        const headers = { 'content-type': 'application/json' };
        await send(service, '/projects/prj_web/issues/1', { method: 'PATCH', headers, body: '{"priority":"low"}' });
        service.reset();
        const { data } = await (await send(service, '/projects/prj_web/issues/1')).json();
        check(data.priority !== 'low' || service.requests.all().length === 1, 'the issue as it was');
      },
    ],
  ];
}

/** Runs the cases one after the other, and prints a line for each, which the harness reads. */
export async function runCases(cases, log = console.log) {
  let failed = 0;
  for (const [name, run] of cases) {
    try {
      await run();
      log(`SMOKE ok ${name}`);
    } catch (error) {
      failed++;
      log(
        `SMOKE failed ${name}: ${String(error?.stack ?? error)
          .split('\n')
          .slice(0, 4)
          .join(' | ')}`,
      );
    }
  }
  log(`SMOKE done ${cases.length - failed} of ${cases.length}`);
  return failed;
}
