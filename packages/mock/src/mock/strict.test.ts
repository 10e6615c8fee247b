import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';

function strict() {
  const mock = createMock({ strict: true });
  const headers = { authorization: 'Bearer svc_mock', 'content-type': 'application/json' };
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await mock.fetch(`${mock.baseUrl}/api/v1/projects${path}`, { headers, ...init });
    return { status: response.status, body: await response.json() };
  };
  return { mock, send };
}

test.each([
  ['?organisationSlug=acme', undefined, 'organisationSlug', 'organizationSlug'],
  ['/prj_web/issues?prioritty=high', undefined, 'prioritty', 'priority'],
  ['/prj_web/issues/1', { statuss: 'blocked' }, 'statuss', 'status'],
  ['/prj_web/issues/1/comments', { content: 'Seen', contnt: 'x' }, 'contnt', 'content'],
])('a strict mock rejects the misspelt name in %s %j', async (path, body, field, meant) => {
  const { send } = strict();
  const method = path.endsWith('comments') ? 'POST' : 'PATCH';
  const answer = await send(path, body && { method, body: JSON.stringify(body) });
  expect(answer).toMatchObject({ status: 400 });
  expect(answer.body.details).toContainEqual({ field, message: `is not known; did you mean "${meant}"?` });
});

test('behavior options come before strict', async () => {
  const mock = createMock({ strict: true, behavior: { unknownParameters: 'ignore' } });
  const headers = { authorization: 'Bearer svc_mock' };
  const { status } = await mock.fetch(`${mock.baseUrl}/api/v1/projects?page=2`, { headers });
  expect([status, mock.requests.last()?.warnings]).toMatchObject([200, [{ kind: 'ignored' }]]);
});

test('String(mock.why()) is a text', async () => {
  const { mock, send } = strict();
  await send('/prj_web/issues?prioritty=high');
  expect(String(mock.why())).toBe(`GET /api/v1/projects/prj_web/issues?prioritty=high: 400
  key passed: The credential acme (svc_…) is valid.
  rate limit passed: Below the rate limit of 100 requests in a minute.
  scope passed: The credential has the scope issues:read.
→ parameters rejected: prioritty is not known; did you mean "priority"?.`);
  expect(Object.keys(mock.why())).toEqual(mock.why().map((_, at) => `${at}`));
});
