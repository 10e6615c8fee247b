import { isDeepStrictEqual } from 'node:util';
import { createMock } from '@issue-tracking/mock';
import { handlers, setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { getResponse, HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { apiKey, worldOf } from '../harness/fixtures.ts';
import { type Contender, interleave, leastRatioOf, ratioTarget, type Timing } from '../harness/interleave.ts';
import { least, micros, percent, times } from '../harness/numbers.ts';
import type { Report, Target } from '../harness/report.ts';

const baseUrl = 'https://issues.test';
const path = '/api/v1/projects/prj_0/issues/7';
const headers = { authorization: `Bearer ${apiKey}` };

/** Options of a mock that enforces every rule. The rate-limit window is too short to fill up. */
const options = { baseUrl, world: worldOf([100]), rateLimit: { requests: 10_000, windowMs: 10 } };

/** Returns handlers as users write them: one for each route, without checks, in the order of the endpoint table. */
function handWritten(data: unknown): RequestHandler[] {
  const issues = `${baseUrl}/api/v1/projects/:projectId/issues`;
  const empty = () => HttpResponse.json({ data: [], total: 0 });
  const parts = ['comments', 'console-logs', 'network-logs', 'screenshots', 'tech-context', 'user-actions'];
  return [
    http.get(`${baseUrl}/api/v1/projects`, empty),
    http.get(issues, empty),
    http.get(`${issues}/:issueNumber`, () => HttpResponse.json({ data })),
    http.patch(`${issues}/:issueNumber`, empty),
    http.post(`${issues}/:issueNumber/comments`, empty),
    ...parts.map((part) => http.get(`${issues}/:issueNumber/${part}`, empty)),
    http.all(`${baseUrl}/api/*`, () => HttpResponse.json({ error: 'Not found' }, { status: 404 })),
  ];
}

export default async function adapters(): Promise<Report> {
  const mock = createMock(options);
  const expected = await (await mock.fetch(baseUrl + path, { headers })).json();
  const { data } = expected;

  const contender = (name: string, ours: boolean, call: () => Promise<Response>): Contender => ({
    name,
    ours,
    call,
    check: async (response) => {
      const body = await (response as Response).json();
      return isDeepStrictEqual(body, expected) ? undefined : `returned ${JSON.stringify(body)}`;
    },
  });
  const withBodyRead = ({ call, check, ...rest }: Contender): Contender => ({
    ...rest,
    call: async () => (await (call() as Promise<Response>)).text(),
    check: (text) => check(new Response(text as string)),
  });

  const theirs = handWritten(data);
  const callHandlers = (requestHandlers: RequestHandler[]) => async () =>
    (await getResponse(requestHandlers, new Request(baseUrl + path, { headers }))) as Response;
  const inProcess = [
    contender('a bare function', false, async () => Response.json({ data })),
    contender('mock.fetch', true, () => mock.fetch(baseUrl + path, { headers })),
    contender('getResponse, handlers(mock)', true, callHandlers(handlers(mock))),
    contender('getResponse, 12 handlers by hand', false, callHandlers(theirs)),
  ];
  const quick = await interleave(inProcess, { of: 'cpu', rounds: 21 });
  const read = await interleave(inProcess.map(withBodyRead), { of: 'cpu', rounds: 21 });

  // Not in rounds: `setupMock` and `setupServer` patch `fetch` for the whole process, also for calls of the HTTP server.
  const server = await listen(mock);
  const viaHttp = await alone(
    contender('fetch, our HTTP server in this process', true, () => fetch(server.url + path, { headers })),
  );
  await server.close();
  const ourServer = setupMock(mock);
  ourServer.listen({ onUnhandledFrame: 'error' });
  const viaOurs = await alone(contender('fetch, setupMock', true, () => fetch(baseUrl + path, { headers })));
  ourServer.close();
  const theirServer = setupServer(...theirs);
  theirServer.listen({ onUnhandledFrame: 'error' });
  const viaTheirs = await alone(
    contender('fetch, setupServer, 12 handlers by hand', false, () => fetch(baseUrl + path, { headers })),
  );
  theirServer.close();

  const slow = [viaHttp, viaOurs, viaTheirs];
  return {
    title: 'One issue, through every adapter',
    how: 'CPU time a call, least of 21 interleaved rounds; through the adapters that patch fetch, of 7 rounds each. Ours enforces everything; the others check nothing.',
    columns: ['', 'response', 'of bare', 'spread', 'and read', 'of bare', 'spread'],
    rows: [
      ...read.timings.map(({ name, ours, samples, spread }, index) => ({
        name,
        ours,
        cells: [...cellsOf(quick, quick.timings[index]), ...cellsOf(read, { samples, spread })],
      })),
      ...slow.flatMap(({ timings }) =>
        timings.map(({ name, ours, samples, spread }) => ({
          name,
          ours,
          cells: [null, null, null, ...cellsOf(read, { samples, spread })],
        })),
      ),
    ],
    targets: [
      target('mock.fetch, of a bare function: response', quick),
      target('mock.fetch, of a bare function: response and read', read),
    ],
    invalid: [quick, read, ...slow].flatMap(({ invalid }) => invalid),
  };

  function target(name: string, { timings }: typeof quick): Target {
    return ratioTarget(name, timings[1]?.samples ?? [], timings[0]?.samples ?? [], { limit: 3 }, leastRatioOf);
  }

  /** Returns the cells of a contender, compared with the first of a measurement. */
  function cellsOf({ timings }: typeof quick, one: Pick<Timing, 'samples' | 'spread'> | undefined) {
    if (!one) return [null, null, null];
    const ratio = leastRatioOf(one.samples, timings[0]?.samples ?? []);
    return [micros(least(one.samples)), times(ratio), percent(one.spread)];
  }

  function alone(one: Contender) {
    return interleave([withBodyRead(one)], { of: 'cpu', rounds: 7, sampleMs: 100 });
  }
}
