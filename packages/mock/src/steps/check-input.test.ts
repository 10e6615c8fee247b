import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

const issues = '/projects/prj_web/issues';
const issue = `${issues}/1`;
const comments = `${issue}/comments`;
const fields = ({ body }: { body: { details?: { field: string }[] } }) => body.details?.map(({ field }) => field);

test.each(['0', '-1', '01', '1.0', '1e1', '+1', '0x1', 'NaN', '%201', '%D9%A1', '9007199254740992', '%00'])(
  'the issue number %s gets 400 with its name [GAP-31] [ERR-4]',
  async (number) => {
    expect(await service().get(`${issues}/${number}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid input', details: [{ field: 'issueNumber', message: 'must be a whole number from 1' }] },
    });
  },
);

test('a percent-encoded digit equals the digit [GAP-31]', async () => {
  expect((await service().get(`${issues}/%31`)).status).toBe(200);
});

test('an invalid percent-encoding gets 400 with the path parameter [GAP-31]', async () => {
  const { get } = service();
  for (const bad of ['%', '%2', '%zz', '%E0%A4%A', '%ff', '%c0%af']) {
    expect([bad, fields(await get(`/projects/${bad}/issues`))]).toEqual([bad, ['projectId']]);
  }
  expect(fields(await get('/projects/%zz/issues/%zz'))).toEqual(['projectId', 'issueNumber']);
});

test('a repeated parameter gets 400 [GAP-30]', async () => {
  expect(await service().get(`${issues}?limit=1&status=open&limit=2`)).toMatchObject({
    status: 400,
    body: { details: [{ field: 'limit', message: 'must be given once' }] },
  });
});

test('unknown parameters are ignored, even if repeated or named like members of a prototype [GAP-30]', async () => {
  const { get } = service();
  const plain = await get(issues);
  expect(await get(`${issues}?x=1&x=2&page[]=9&__proto__=1&constructor=2&toString=3`)).toEqual(plain);
});

test.each(['POST', 'PATCH'])(
  '%s without a JSON content type gets 400 with the field content-type [GEN-3] [ERR-4] [GAP-33]',
  async (method) => {
    const { send } = service();
    const at = method === 'POST' ? comments : issue;
    const body = method === 'POST' ? '{"content":"hi"}' : '{"status":"open"}';
    for (const type of [
      'text/plain',
      'application/jsonp',
      'application/problem+json',
      'multipart/form-data',
      '',
      undefined,
    ]) {
      const refused = await send(method, at, { body, headers: type === undefined ? {} : { 'content-type': type } });
      expect([type, refused.status, fields(refused)]).toEqual([type, 400, ['content-type']]);
    }
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8',
      ' application/json ;charset=UTF-8',
    ]) {
      expect([type, (await send(method, at, { body, headers: { 'content-type': type } })).status]).toEqual([
        type,
        method === 'POST' ? 201 : 200,
      ]);
    }
  },
);

test.each([
  '',
  ' ',
  '{',
  '{"status":"open",}',
  "{'status':'open'}",
  'NaN',
  'undefined',
  '\ufeff{}',
  '{"status":"open"}x',
])('the body %j, which is not JSON, gets 400 with the field body [ERR-4] [GAP-33]', async (text) => {
  const { patch } = service();
  expect(await patch(issue, text)).toMatchObject({
    status: 400,
    body: { error: 'Invalid input', details: [{ field: 'body', message: 'must be valid JSON in UTF-8' }] },
  });
});

test('a body that is not UTF-8 gets 400 with the field body [GEN-2] [ERR-4]', async () => {
  const { send } = service();
  const body = new Uint8Array([
    ...new TextEncoder().encode('{"content":"'),
    0xc0,
    0xaf,
    ...new TextEncoder().encode('"}'),
  ]);
  const refused = await send('POST', comments, { body, headers: { 'content-type': 'application/json' } });
  expect([refused.status, fields(refused)]).toEqual([400, ['body']]);
});

test.each(['null', '[]', '1', '"open"', 'true', '[{"status":"open"}]'])(
  'the body %s, which is not an object, gets 400 with the field body [ERR-2] [GAP-33]',
  async (text) => {
    expect(fields(await service().patch(issue, text))).toEqual(['body']);
  },
);

test('unknown members of a body are ignored, or get 400 with unknownMembers reject [GAP-24]', async () => {
  const body = '{"status":"blocked","title":"x","__proto__":{"priority":"low"},"constructor":1}';
  expect(await service().patch(issue, body)).toMatchObject({
    status: 200,
    body: { data: { status: 'blocked', priority: 'high' } },
  });
  const strict = service({ behavior: { unknownMembers: 'reject' } });
  const refused = await strict.patch(issue, body);
  expect([refused.status, fields(refused)?.toSorted()]).toEqual([400, ['__proto__', 'constructor', 'title']]);
  expect((await strict.patch(issue, { status: 'blocked' })).status).toBe(200);
});

test('the last value of a repeated member counts, as with JSON.parse() [ERR-4]', async () => {
  const { body } = await service().patch(issue, '{"status":"blocked","status":"open"}');
  expect(body.data.status).toBe('open');
});

test('a body can have 1 MiB [GAP-16] [GAP-33]', async () => {
  const filled = (bytes: number) => `{"status":"open","x":"${'x'.repeat(bytes - 24)}"}`;
  const { patch } = service();
  expect((await patch(issue, filled(1_048_576))).status).toBe(200);
  expect(await patch(issue, filled(1_048_577))).toMatchObject({
    status: 400,
    body: { error: 'Invalid input', details: [{ field: 'body', message: 'must be at most 1048576 bytes' }] },
  });
});

test('JSON with 100,000 levels is accepted [ERR-4]', async () => {
  const { patch, mock } = service();
  const deep = `{"status":"open","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect((await patch(issue, deep)).status).toBe(200);
  expect(() => JSON.stringify(mock.requests.all())).not.toThrow();
});

test('a GET can have any content type [GEN-3]', async () => {
  const { get } = service();
  expect((await get(issue, { 'content-type': 'text/plain' })).status).toBe(200);
});

test.each(['01', '1.0', '1.', '%2B1', '0001.00'])(
  'the number %s gets 400 in path and query [GAP-47]',
  async (number) => {
    const { get } = service();
    expect((await get(`${issues}/${number}`)).status).toBe(400);
    expect((await get(`${issues}?page=${number}&limit=${number}`)).status).toBe(400);
  },
);

test.each(['0', '00', '1.5', '-1', '1e1', '0x1', 'one', '101'])('a limit of %s gets 400 [EP-7]', async (limit) => {
  expect((await service().get(`${issues}?limit=${limit}`)).status).toBe(400);
});

test('unknown query parameters are ignored, or get 400 with unknownParameters reject [GAP-53]', async () => {
  const path = '/projects/prj_web/issues?sort=asc&limit=1&sort=desc';
  expect((await service().get(path)).status).toBe(200);
  const { get } = service({ behavior: { unknownParameters: 'reject' } });
  expect(await get(path)).toMatchObject({
    status: 400,
    body: { details: [{ field: 'sort', message: 'is not known' }] },
  });
  expect((await get('/projects/prj_web/issues?limit=1')).status).toBe(200);
  expect((await get('/projects/prj_web/issues/1?limit=1')).status).toBe(400);
});

test('a compressed body gets 400 with the field content-encoding [GAP-16]', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const body = new Uint8Array([0x1f, 0x8b, 8, 0]);
  expect(fields(await service().send('PATCH', issue, { body, headers }))).toEqual(['content-encoding']);
});
