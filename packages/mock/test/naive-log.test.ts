import type { RequestFilter } from '@issue-tracking/mock';
import { matchers, type ReceivedExpectation } from '@issue-tracking/mock/matchers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tools/testing/seeds.ts';
import { service } from './fixture.ts';

/** A request in a plain list. */
interface Noted {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly endpoint: string;
  readonly status: number;
  readonly key: string;
  readonly projectId: string | undefined;
  readonly issueNumber: number | undefined;
  readonly body: { readonly content: string } | undefined;
}

const numbers = fc.integer({ min: 1, max: 7 });
const content = fc.constantFrom('one', 'two', 'Fixed in 1.2', 'x'.repeat(700));
const credential = fc.constantFrom('svc_acme', 'svc_other', 'svc_only_issues:read');
const projectId = fc.constantFrom('prj_web', 'prj_empty');
/** A request to one of four endpoints, with its endpoint's name. */
const request = fc.oneof(
  fc.record({ endpoint: fc.constant('projects.list' as const), key: credential }),
  fc.record({
    endpoint: fc.constant('issues.list' as const),
    key: credential,
    projectId,
    q: fc.constantFrom('', 'q=a'),
  }),
  fc.record({ endpoint: fc.constant('issues.get' as const), key: credential, projectId, number: numbers }),
  fc.record({
    endpoint: fc.constant('issues.comments.create' as const),
    key: credential,
    projectId,
    number: numbers,
    content,
  }),
);
type Request = typeof request extends fc.Arbitrary<infer Type> ? Type : never;

const members: fc.Arbitrary<RequestFilter> = fc.record(
  {
    number: numbers,
    method: fc.constantFrom('GET', 'POST'),
    endpoint: fc.constantFrom(
      'projects.list' as const,
      'issues.list' as const,
      'issues.get' as const,
      'issues.comments.create' as const,
    ),
    status: fc.constantFrom(200, 201, 403, 404),
    apiKey: credential,
    projectId,
    issueNumber: numbers,
    query: fc.constantFrom({ q: 'a' }, {}),
    body: fc.oneof(
      content.map((text) => ({ content: text })),
      fc.constantFrom({ content: /fixed/i }, { content: expect.stringContaining('1.2') }, { other: 1 }, {}),
    ),
  },
  { requiredKeys: [] },
);
/** Members that no request to the endpoint has are rejected: see requests.test. */
const filter = members.filter(({ endpoint, projectId, issueNumber }) => {
  if (endpoint === 'projects.list' && projectId !== undefined) return false;
  return issueNumber === undefined || (endpoint !== 'projects.list' && endpoint !== 'issues.list');
});
const step = fc.oneof(
  { weight: 10, arbitrary: request },
  { weight: 1, arbitrary: fc.constantFrom('clear' as const, 'snapshot' as const, 'restore' as const) },
);
const log = fc.record({ entries: fc.integer({ min: 3, max: 40 }), bytes: fc.constantFrom(2500, 6000, 33_554_432) });

/** Whether the list's request is what a filter looks for, written out once more and plainly. */
function isMeant(wanted: RequestFilter, noted: Noted): boolean {
  if (wanted.number !== undefined && wanted.number !== noted.number) return false;
  if (wanted.method !== undefined && wanted.method !== noted.method) return false;
  if (wanted.endpoint !== undefined && wanted.endpoint !== noted.endpoint) return false;
  if (wanted.status !== undefined && wanted.status !== noted.status) return false;
  if (wanted.apiKey !== undefined && wanted.apiKey !== noted.key) return false;
  if (wanted.projectId !== undefined && wanted.projectId !== noted.projectId) return false;
  if (wanted.issueNumber !== undefined && wanted.issueNumber !== noted.issueNumber) return false;
  if (wanted.query?.['q'] !== undefined && noted.search !== 'q=a') return false;
  if (wanted.body === undefined) return true;
  if (noted.body === undefined) return false;
  const asked = Object(wanted.body).content;
  if ('other' in Object(wanted.body)) return false;
  if (asked instanceof RegExp) return asked.test(noted.body.content);
  if (typeof asked === 'object') return noted.body.content.includes('1.2');
  return asked === undefined || asked === noted.body.content;
}

/** Plays the steps to a mock and to a plain list. */
async function played(
  steps: readonly (Request | 'clear' | 'snapshot' | 'restore')[],
  requestLog: { entries: number; bytes: number },
) {
  const { mock, as } = service({ requestLog });
  let noted: Noted[] = [];
  let count = 0;
  let saved = { noted: [...noted], count, snapshot: mock.snapshot() };
  for (const each of steps) {
    if (each === 'snapshot') saved = { noted: [...noted], count, snapshot: mock.snapshot() };
    else if (each === 'restore') {
      mock.restore(saved.snapshot);
      ({ noted, count } = { noted: [...saved.noted], count: saved.count });
    } else if (each === 'clear') {
      mock.requests.clear();
      noted = [];
      count = 0;
    } else {
      const below = 'projectId' in each ? `/${each.projectId}/issues` : '';
      const issue = 'number' in each ? `/${each.number}` : '';
      const path = `/projects${below}${issue}${'content' in each ? '/comments' : ''}`;
      const search = 'q' in each ? each.q : '';
      const client = as(each.key);
      const { status } =
        'content' in each
          ? await client.post(path, { content: each.content })
          : await client.get(search ? `${path}?${search}` : path);
      noted.push({
        number: ++count,
        method: 'content' in each ? 'POST' : 'GET',
        path: `/api/v1${path}`,
        search,
        endpoint: each.endpoint,
        status,
        key: each.key,
        projectId: 'projectId' in each ? each.projectId : undefined,
        issueNumber: 'number' in each ? each.number : undefined,
        body: 'content' in each ? { content: each.content } : undefined,
      });
    }
  }
  return { mock, noted, count };
}

function hits(mock: Awaited<ReturnType<typeof played>>['mock'], wanted: RequestFilter): number[] | 'refused' {
  try {
    return mock.requests.find(wanted).map(({ number }) => number);
  } catch (error) {
    expect((error as Error).message).toMatch(/^The request log (is full|has no room)/);
    return 'refused';
  }
}

const timeout = 60_000;

test('the log equals the end of a plain list of requests, and find() never misses a request silently', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      log,
      fc.array(filter, { maxLength: 8 }),
      async (steps, requestLog, filters) => {
        const { mock, noted, count } = await played(steps, requestLog);
        const all = mock.requests.all();
        const kept = noted.slice(-requestLog.entries);
        expect(
          all.map(({ number, method, path, search, endpoint, status }) => [
            number,
            method,
            path,
            search,
            endpoint,
            status,
          ]),
        ).toEqual(
          kept.map(({ number, method, path, search, endpoint, status }) => [
            number,
            method,
            path,
            search,
            endpoint,
            status,
          ]),
        );
        expect([mock.requests.dropped, mock.requests.last()?.number]).toEqual([
          count - kept.length,
          kept.at(-1)?.number,
        ]);
        // The first ones are dropped, and the rest fits.
        const forgotten = all.filter((entry) => entry.forgotten).length;
        expect(all.slice(0, forgotten).every((entry) => entry.forgotten)).toBe(true);
        const rest = all
          .slice(forgotten)
          .map(({ body, response, headers }) => JSON.stringify([body, response, headers]).length);
        expect(rest.reduce((sum, size) => sum + size, 0)).toBeLessThan(requestLog.bytes);
        for (const wanted of filters) {
          const found = hits(mock, wanted);
          const isCertain = count === kept.length && (forgotten === 0 || (wanted.apiKey ?? wanted.body) === undefined);
          if (isCertain)
            expect([wanted, found]).toEqual([
              wanted,
              noted.filter((each) => isMeant(wanted, each)).map(({ number }) => number),
            ]);
          else expect(found).toBe('refused');
        }
      },
    ),
    { numRuns: runs(30, 150) },
  );
});

test('matchers agree with a plain list of requests', { timeout }, async () => {
  const expectations = fc.tuple(filter, fc.option(fc.nat(4), { nil: undefined }));
  const order = fc.array(filter, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { maxLength: 25 }),
      fc.array(expectations, { maxLength: 5 }),
      order,
      async (steps, wanted, inOrder) => {
        const { mock, noted } = await played(steps, { entries: 1000, bytes: 33_554_432 });
        for (const [each, times] of wanted) {
          const count = noted.filter((one) => isMeant(each, one)).length;
          const expectation: ReceivedExpectation = { ...each, times };
          expect([each, matchers.toHaveReceived(mock, expectation).pass]).toEqual([
            each,
            times === undefined ? count > 0 : count === times,
          ]);
        }
        let at = 0;
        const isThere = inOrder.every((each) => {
          const next = noted.findIndex((one, place) => place >= at && isMeant(each, one));
          at = next + 1;
          return next >= 0;
        });
        expect(matchers.toHaveReceivedInOrder(mock, inOrder).pass).toBe(isThere);
        expect(matchers.toHaveNoErrorResponses(mock).pass).toBe(noted.every(({ status }) => status < 400));
      },
    ),
    { numRuns: runs(30, 150) },
  );
});
