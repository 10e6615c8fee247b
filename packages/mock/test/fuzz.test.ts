import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { type Endpoint, endpoints, errorBodySchema } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tools/testing/seeds.ts';
import { internalsOf } from '../src/mock/internals.ts';
import { start, world } from './fixture.ts';
import { type GeneratedRequest, generatedRequest } from './generated-request.ts';

const numRuns = runs(200, 100_000);

interface Seen {
  readonly status: number;
  readonly contentType: string | null | undefined;
  readonly body: string;
}

/** Looks at one answer after the other, and at what it did to the records. */
function inspector(mock: Mock): (seen: Seen) => void {
  const records = () => JSON.stringify(internalsOf(mock).service.store.records());
  let before = records();
  let looks = 0;
  return ({ status, contentType, body }) => {
    expect(status).toBeLessThan(500);
    const { endpoint, method } = mock.requests.last() ?? {};
    const row: Endpoint | undefined = endpoint && endpoints[endpoint];
    const isEmpty = status < 400 && row?.response === null;
    expect(contentType).toBe(isEmpty ? null : 'application/json');
    if (isEmpty) expect(body).toBe('');
    else if (status < 400 && method !== 'HEAD') {
      expect(row?.response?.safeParse(JSON.parse(body)).error).toBeUndefined();
    } else if (status >= 400) {
      if (method !== 'HEAD') expectError(status, JSON.parse(body));
      expect(records()).toBe(before);
    }
    // Comments would pile up.
    if (++looks % 200 === 0) mock.reset();
    before = records();
  };
}

function expectError(status: number, error: object): void {
  expect(errorBodySchema.safeParse(error).success).toBe(true);
  expect(Object.keys(error)).toEqual(status === 400 ? ['error', 'details'] : ['error']);
}

function newMock(): Mock {
  return createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false });
}

const timeout = 600_000;

test('mock.fetch responds to any request as specified, and an error changes nothing [ERR-1] [ERR-2] [GAP-25] [GAP-31]', {
  timeout,
}, async () => {
  const mock = newMock();
  const inspect = inspector(mock);
  const send = async ({
    target: { method, path },
    search,
    authorization,
    contentType: sent,
    body,
  }: GeneratedRequest) => {
    const headers = new Headers();
    if (authorization !== null) headers.set('authorization', authorization);
    if (sent !== null) headers.set('content-type', sent);
    const init = { method, headers, ...(method !== 'GET' && method !== 'HEAD' && { body }) };
    const url = `${mock.baseUrl}${path}?${search}`;
    // Dot segments may lead out of what the mock owns.
    if (!new URL(url).pathname.startsWith('/api/')) return;
    const response = await mock.fetch(url, init);
    const contentType = response.headers.get('content-type');
    inspect({ status: response.status, contentType, body: await response.text() });
  };
  await fc.assert(fc.asyncProperty(generatedRequest, send), { numRuns });
});
