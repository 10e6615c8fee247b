import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { endpoints, errorBodySchema, type Schema } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tools/testing/seeds.ts';
import { internalsOf } from '../src/mock/internals.ts';
import { sentText } from '../src/platform/http/sent.ts';
import { serve } from '../src/serve.ts';
import { start, world } from './fixture.ts';
import { type GeneratedRequest, generatedRequest } from './generated-request.ts';

// Each of the two tests makes as many: 100,000 together in the long run.
const numRuns = runs(500, 50_000);

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
    expect(contentType).toBe('application/json');
    const { endpoint, method } = mock.requests.last() ?? {};
    // The pipeline responds to HEAD with a body, which adapters omit (GAP-48).
    if (status < 400 && !(method === 'HEAD' && body === '')) {
      const schema: Schema | undefined = endpoint && endpoints[endpoint].response;
      expect(schema?.safeParse(JSON.parse(body)).error).toBeUndefined();
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

test('mock.fetch responds to any request as specified, and an error changes nothing [ERR-1] [ERR-2]', {
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

test('the service responds to any raw request as specified, and an error changes nothing [ERR-1] [GAP-25] [GAP-31]', {
  timeout,
}, async () => {
  const mock = newMock();
  const inspect = inspector(mock);
  const { service } = internalsOf(mock);
  const send = async ({ target, search, authorization, contentType, body }: GeneratedRequest) => {
    const headers = {
      ...(authorization !== null && { authorization }),
      ...(contentType !== null && { 'content-type': contentType }),
    };
    const outcome = await serve(service, sentText({ ...target, search, headers }, body)).reply;
    if (outcome === 'drop') throw new Error('No fault was added');
    inspect({
      ...outcome,
      contentType: outcome.headers['content-type'],
      body: new TextDecoder().decode(outcome.body),
    });
  };
  await fc.assert(fc.asyncProperty(generatedRequest, send), { numRuns });
});
