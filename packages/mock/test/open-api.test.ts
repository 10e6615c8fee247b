import { createMock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import { endpoints, toOpenApi } from '@issue-tracking/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { behaviors } from '../../../tools/testing/behaviors.ts';
import { start, world } from './fixture.ts';
import { type Ask, optionsOf } from './whole-api-script.ts';
import { scripts } from './whole-api-scripts.ts';

const document = toOpenApi();
const ajv = new Ajv2020({
  strict: false,
  formats: { uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'date-time': true },
});
ajv.addSchema(document, 'document');

/** A response to compare with the document. */
interface Received {
  readonly method: string;
  readonly pathname: string;
  readonly status: number;
  /** The body. */
  readonly text: string;
}

/** Returns the differences between a response and the document. */
function violations({ text, ...received }: Received): string[] {
  const place = schemaPlaceOf(received);
  if (!place) return ['the status is not described'];
  if (place === 'no content') return text === '' ? [] : ['the body is not empty'];
  const pointer = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = ajv.getSchema(`document#/${pointer}`);
  if (!validate) throw new Error(`The document lacks ${pointer}`);
  validate(JSON.parse(text));
  return (validate.errors ?? []).map((error) => ajv.errorsText([error]));
}

/** Returns the names that lead to the schema of a response's body, if it has one; `undefined` if the document doesn't describe its status. */
function schemaPlaceOf({
  method,
  pathname,
  status,
}: Omit<Received, 'text'>): readonly string[] | 'no content' | undefined {
  const path = paths.find(({ pattern }) => pattern.test(pathname))?.path ?? '';
  const name = method.toLowerCase();
  const operation = document.paths[path]?.[name] as Operation | undefined;
  // The document has no other paths and methods. Their responses are errors.
  if (!operation) return ['components', 'schemas', 'Error'];
  const described = operation.responses[status];
  if (!described) return undefined;
  if (status < 300 && !('content' in described)) return 'no content';
  const response =
    status < 300 ? ['paths', path, name, 'responses', String(status)] : ['components', 'responses', `Error${status}`];
  return [...response, 'content', 'application/json', 'schema'];
}

interface Operation {
  readonly responses: Readonly<Record<string, object>>;
}

const paths = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

const conforming = Object.values(scripts).filter(({ hasFaults }) => !hasFaults);

/** Plays the whole API, and compares each response that no fault replaces. */
async function compareAll(behavior: MockOptions['behavior']) {
  let compared = 0;
  const succeeded = new Set<string | undefined>();
  const found: string[] = [];
  for (const { play, options } of conforming) {
    const mock = createMock({
      world: world(),
      clock: virtualClock({ now: start }),
      rateLimit: false,
      ...options,
      behavior: { ...behavior, ...options?.behavior },
    });
    const ask: Ask = async (method, path, request) => {
      const response = await mock.fetch(`${mock.baseUrl}/api${path}`, optionsOf(method, request));
      compared++;
      if (method === 'HEAD') return;
      const { status } = response;
      const [pathname = ''] = `/api${path}`.split('?');
      for (const violation of violations({ method, pathname, status, text: await response.text() }))
        found.push(`${method} ${path} → ${status}: ${violation}`);
    };
    await play(ask, mock);
    for (const { endpoint, status = 0 } of mock.requests.all()) if (status < 300) succeeded.add(endpoint);
  }
  return { compared, found, succeeded };
}

describe('the comparison of responses with the OpenAPI document', () => {
  test.each(behaviors.map((behavior, i) => ({ i, behavior })))(
    'finds no difference with behavior $i [GEN-5] [ERR-1] [GAP-40]',
    async ({ behavior }) => {
      const { compared, found } = await compareAll(behavior);
      expect(found).toEqual([]);
      expect(compared).toBe(conforming.flatMap(({ expected }) => expected).length);
    },
  );

  test('has a success of each endpoint', async () => {
    const { succeeded } = await compareAll({});
    const missing = Object.keys(endpoints).filter((name) => !succeeded.has(name));
    expect(missing, 'packages/mock/test/whole-api-scripts.ts').toEqual([]);
  });

  test.each([
    ['a missing member', 200, { data: { issueNumber: 1 } }],
    ['a status outside v1', 418, { error: 'x' }],
    ['an error without text', 404, { message: 'x' }],
  ])('reports a response with %s', (_, status, body) => {
    const received = { method: 'GET', pathname: '/api/v1/projects/p/issues/1', status, text: JSON.stringify(body) };
    expect(violations(received).length).toBeGreaterThan(0);
  });
});
