import { createMock, type Mock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import { toOpenApi } from '@issue-tracking/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { behaviors } from '../../../tools/testing/behaviors.ts';
import { start, world } from './fixture.ts';
import type { Ask } from './whole-api-script.ts';
import { scripts } from './whole-api-scripts.ts';

const document = toOpenApi();
const ajv = new Ajv2020({
  strict: false,
  formats: { uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'date-time': true },
});
ajv.addSchema(document, 'document');

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

const paths = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Returns the document's schema of a response body; `undefined` for an unknown path or method. */
function descriptionOf(method: string, pathname: string, status: number): string | undefined {
  const path = paths.find(({ pattern }) => pattern.test(pathname))?.path ?? '';
  const operation = document.paths[path]?.[method.toLowerCase()] as Operation | undefined;
  if (!operation) return undefined;
  if (!operation.responses[status]) return 'no such status';
  const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
  const place = status < 300 ? ['paths', path, method.toLowerCase(), 'responses', String(status)] : undefined;
  const response = place ?? ['components', 'responses', `Error${status}`];
  return `document#/${[...response, 'content', 'application/json', 'schema'].map(escaped).join('/')}`;
}

/** Returns the differences between a response and the document. */
function violations(method: string, pathname: string, status: number, text: string): string[] {
  const place = descriptionOf(method, pathname, status);
  if (place === 'no such status') return [`${status} is not described`];
  // Of other paths and methods the document says as much: they are errors.
  const validate = ajv.getSchema(place ?? 'document#/components/schemas/Error');
  if (!validate) return [`${place} is not there`];
  return validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map((each) => ajv.errorsText([each]));
}

/** The scripts, but those with faults, which answer as they are told to. */
const plain = Object.entries(scripts).filter(([title, { needs }]) => !needs && !/^faults|^connections/.test(title));
const comparable = plain.reduce((sum, [, { expected }]) => sum + expected.length, 0);

/** Plays the whole API, and compares every answer. */
async function compareAll(options: MockOptions): Promise<{ compared: number; found: string[] }> {
  let compared = 0;
  const found: string[] = [];
  for (const [, script] of plain) {
    const behavior = { ...options.behavior, ...script.options?.behavior };
    const clock = virtualClock({ now: start });
    const mock = createMock({ world: world(), clock, rateLimit: false, ...script.options, behavior });
    const ask: Ask = async (method, path, { credential = 'svc_acme', body, headers = {} } = {}) => {
      const response = await send(mock, method, path, {
        headers: {
          ...(credential !== null && { authorization: `Bearer ${credential}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      compared++;
      if (method === 'HEAD') return;
      const [pathname = ''] = `/api${path}`.split('?');
      const wrong = violations(method, pathname, response.status, await response.text());
      found.push(...wrong.map((each) => `${method} ${path} → ${response.status}: ${each}`));
    };
    await script.play(ask, mock);
  }
  return { compared, found };
}

function send(mock: Mock, method: string, path: string, init: RequestInit): Promise<Response> {
  return mock.fetch(`${mock.baseUrl}/api${path}`, { method, ...init });
}

describe('the comparison of responses with the OpenAPI document', () => {
  test.each(behaviors.map((behavior, i) => ({ i, behavior })))(
    'finds no difference with behavior $i [GEN-5] [ERR-1] [GAP-40]',
    async ({ behavior }) => {
      const { compared, found } = await compareAll({ behavior });
      expect(found).toEqual([]);
      expect(compared).toBe(comparable);
    },
  );

  test.each([
    ['a missing member', 200, { data: { issueNumber: 1 } }],
    ['a status outside v1', 418, { error: 'x' }],
    ['an error without text', 404, { message: 'x' }],
  ])('reports a response with %s', (_what, status, body) => {
    const wrong = violations('GET', '/api/v1/projects/p/issues/1', status, JSON.stringify(body));
    expect(wrong.length).toBeGreaterThan(0);
  });
});
