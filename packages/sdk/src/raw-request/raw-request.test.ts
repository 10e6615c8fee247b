import { InvalidArgumentError, UnexpectedResponseError } from '@issue-tracking/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyCharacter } from '../../../../tools/testing/any-character.ts';
import { runs } from '../../../../tools/testing/seeds.ts';
import { errorResponse, json, scripted } from '../../test/support/scripted-service.ts';
import type { ApiPath } from './raw-request.ts';

const path = '/api/v1/projects/prj_web/issues/7/performance';

test('a request to a path outside the specification resolves with the whole body [GAP-10] [VER-1]', async () => {
  const { client, requests, sent } = scripted([json({ data: [1], total: 1 })], { baseUrl: 'https://issues.test/t' });
  expect(await client.request('GET', path, { query: { kind: 'paint', page: 2, raw: true, none: undefined } })).toEqual({
    data: [1],
    total: 1,
  });
  expect(sent()).toEqual([`GET /t${path}?kind=paint&page=2&raw=true`]);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer svc_key');
});

test('a schema validates the body, may transform it, and sets its type', async () => {
  const { client } = scripted([json({ data: ['1'] })]);
  const schema = z.pipe(
    z.object({ data: z.array(z.string()) }),
    z.transform(({ data }) => data.map(Number)),
  );
  const numbers: number[] = await client.request('GET', path, { schema });
  expect(numbers).toEqual([1]);

  const wrong = z.object({ data: z.array(z.number()) });
  const error = await client.request('GET', path, { schema: wrong }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error).toMatchObject({ details: [{ field: 'data.0' }], attempts: [{ status: 200 }] });
});

test('a schema may be any Standard Schema, including an asynchronous one', async () => {
  const { client } = scripted([json({ data: 1 })]);
  const validate = async (value: unknown) =>
    value === null ? { issues: [{ message: 'is null', path: [{ key: 'a' }, 0] }] } : { value: { seen: value } };
  const schema = { '~standard': { version: 1, vendor: 'own', validate } } as const;
  expect(await client.request('GET', path, { schema })).toEqual({ seen: { data: 1 } });
  const rejected = scripted([json(null)]).client.request('GET', path, { schema });
  await expect(rejected).rejects.toMatchObject({ details: [{ field: 'a.0', message: 'is null' }] });
});

describe('a schema whose validation never ends', () => {
  const schema = { '~standard': { version: 1, vendor: 'own', validate: () => new Promise<never>(() => {}) } } as const;

  test('is bounded by the deadline', async () => {
    const { client, elapsed } = scripted([json({})]);
    await expect(client.request('POST', path, { schema, deadline: 5_000 })).rejects.toMatchObject({
      name: 'TimeoutError',
      option: 'deadline',
      sent: true,
      mayHaveBeenApplied: true,
    });
    expect(elapsed()).toBe(5_000);
  });

  test('is bounded by the signal', async () => {
    const { client } = scripted([json({})]);
    const controller = new AbortController();
    const call = client.request('GET', path, { schema, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('changed my mind')), 1);
    await expect(call).rejects.toMatchObject({ name: 'AbortError', sent: true, cause: { message: 'changed my mind' } });
  });

  test('is bounded by close() with a deadline', async () => {
    const { client } = scripted([json({})]);
    const call = client.request('GET', path, { schema });
    call.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 1));
    await client.close({ deadline: 5_000 });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', sent: true });
  });
});

test('the error of an asynchronous schema is passed on as it is', async () => {
  const thrown = new Error('the look-up failed');
  const schema = { '~standard': { version: 1, vendor: 'own', validate: () => Promise.reject(thrown) } } as const;
  const { client } = scripted([json({})]);
  await expect(client.request('GET', path, { schema, deadline: 5_000 })).rejects.toBe(thrown);
});

test.each(['POST', 'PATCH'] as const)('%s has its content type without a body too [GEN-3]', async (method) => {
  const { client, requests } = scripted([json({})]);
  await client.request(method, path);
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
});

test('a body is sent as JSON, and an empty response resolves with undefined', async () => {
  const { client, requests } = scripted([new Response(null, { status: 204 })]);
  expect(await client.request('PUT', path, { body: { a: [1] } })).toBeUndefined();
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(await requests[0]?.json()).toEqual({ a: [1] });
  await client.request('DELETE', path);
  expect(requests[1]?.headers.has('content-type')).toBe(false);
});

test('a request is retried like any other call, and its error has mayHaveBeenApplied', async () => {
  const { client, requests } = scripted([errorResponse(500, 'No'), json({})]);
  await client.request('DELETE', path);
  expect(requests).toHaveLength(2);
  const post = scripted([errorResponse(500, 'No'), json({})]);
  await expect(post.client.request('POST', path, { body: 1 })).rejects.toMatchObject({
    name: 'ServerError',
    method: 'POST',
    path,
    mayHaveBeenApplied: true,
  });
  expect(post.requests).toHaveLength(1);
});

test('withResponse() has the status and headers', async () => {
  const { client } = scripted([json({ data: 1 }, { status: 202, headers: { 'x-trace': 'abc' } })]);
  const { data, response } = await client.request('POST', path).withResponse();
  expect(data).toEqual({ data: 1 });
  expect([response.status, response.headers.get('x-trace')]).toEqual([202, 'abc']);
});

describe('paths of client.request', () => {
  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v2/projects',
    'api/v1/projects',
    '//evil.example/api/v1/projects',
    'https://evil.example/api/v1/projects',
    '/api/v1//evil.example',
    '/api/v1/projects/',
    '/api/v1/./projects',
    '/api/v1/../admin',
    '/api/v1/%2e%2E/admin',
    '/api/v1/.%2e/admin',
    '/api/v1/..%2fadmin',
    '/api/v1/a%2F..%2Fadmin',
    '/api/v1/a%5c%2e%2e',
    '/api/v1/projects?x=1',
    '/api/v1/projects#x',
    '/api/v1/pro jects',
    '/api/v1/pro\njects',
    '/api/v1\\..\\admin',
    '/api/v1/ü',
    '/api/v1/%zz',
    '/api/v1/%e',
    '',
    null,
  ])('cannot be %j', async (wrong) => {
    const { client, requests } = scripted([json({})]);
    const error = await client.request('GET', wrong as ApiPath).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({ details: [{ field: 'path', message: expect.stringContaining('/api/v1/') }] });
    expect(requests).toHaveLength(0);
  });

  test("are sent unchanged below /api/v1/ on the client's origin, or not at all", async () => {
    const pieces = fc.constantFrom(
      '.',
      '..',
      '%2e',
      '%2F',
      '/',
      '//',
      '\\',
      '@',
      ':',
      '?',
      '#',
      ' ',
      'a',
      'é',
      '%',
      ';',
      '\t',
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.oneof(pieces, anyCharacter) }), async (tail) => {
        const { client, requests } = scripted([json({})]);
        await client.request('GET', `/api/v1/${tail}`).catch(() => {});
        for (const { url } of requests) expect(url).toBe(`https://issues.test/api/v1/${tail}`);
      }),
      { numRuns: runs(25, 5_000) },
    );
  });
});

test.each([
  ['TRACE', {}, 'method'],
  ['get', {}, 'method'],
  ['GET', { body: {} }, 'body'],
  ['POST', { body: 1n }, 'body'],
  ['POST', { body: () => 1 }, 'body'],
  ['GET', { query: { a: {} } }, 'a'],
  ['GET', { query: { a: '\ud800' } }, 'a'],
  ['GET', { query: 'a=1' }, 'query'],
  ['GET', { query: new URLSearchParams('a=1') }, 'query'],
  ['GET', { schema: {} }, 'schema'],
  ['GET', null, 'options'],
  [Object.create(null), {}, 'method'],
  ['GET', { timeout: 0 }, 'timeout'],
])('%s with %o is rejected with the name of the option', async (method, options, field) => {
  const { client, requests } = scripted([json({})]);
  await expect(client.request(method as 'PUT', path as ApiPath, options as object)).rejects.toMatchObject({
    name: 'InvalidArgumentError',
    details: [{ field }],
  });
  expect(requests).toHaveLength(0);
});

test('an error of a write that was not sent has `mayHaveBeenApplied: false`', async () => {
  const { client } = scripted([json({})]);
  await expect(client.request('POST', '/elsewhere' as ApiPath)).rejects.toMatchObject({ mayHaveBeenApplied: false });
  const read = await client.request('GET', Object.create(null)).catch((error: unknown) => error);
  expect(read).toMatchObject({ name: 'InvalidArgumentError', method: 'GET', path: 'object' });
  expect(read).not.toHaveProperty('mayHaveBeenApplied');
});
