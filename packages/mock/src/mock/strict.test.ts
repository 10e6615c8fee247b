import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';

function strict() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const mock = createMock({ strict: true });
  const headers = { authorization: 'Bearer svc_mock', 'content-type': 'application/json' };
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await mock.fetch(`${mock.baseUrl}/api/v1/projects${path}`, { headers, ...init });
    return { status: response.status, body: await response.json() };
  };
  return { mock, send, printed: warn.mock.calls };
}

test.each([
  ['?organisationSlug=acme', undefined, 'organisationSlug', 'organizationSlug'],
  ['/prj_web/issues?prioritty=high', undefined, 'prioritty', 'priority'],
  ['/prj_web/issues/1', { statuss: 'blocked' }, 'statuss', 'status'],
  ['/prj_web/issues/1/comments', { content: 'Seen', contnt: 'x' }, 'contnt', 'content'],
])('a strict mock rejects the misspelt name in %s %j', async (path, body, field, meant) => {
  const { send, printed } = strict();
  const method = path.endsWith('comments') ? 'POST' : 'PATCH';
  const answer = await send(path, body && { method, body: JSON.stringify(body) });
  expect(answer).toMatchObject({ status: 400 });
  expect(answer.body.details).toContainEqual({ field, message: `is not known; did you mean "${meant}"?` });
  expect(printed).toEqual([]);
});

test('a strict mock prints each other warning once, with the test and its line', async () => {
  const { mock, send, printed } = strict();
  for (let round = 0; round < 2; round++) await send('/prj_web/issues?label=checkut');
  await new IssueTrackingClient(mock.clientOptions).issues.list('prj_web', { label: 'absent' });
  const name = 'a strict mock prints each other warning once, with the test and its line';
  expect(printed.flat()).toEqual([
    expect.stringMatching(
      new RegExp(
        `^createMock: GET /api/v1/projects/prj_web/issues\\?label=checkut: There is no issue with the label "checkut"[^(]*\\(${name}, .*strict\\.test\\.ts:11\\)$`,
      ),
    ),
    expect.stringMatching(new RegExp(`label "absent"[^(]*\\(${name}, .*strict\\.test\\.ts\\)$`)),
  ]);
});

test('a strict mock prints a warning as one line without control characters', async () => {
  const { send, printed } = strict();
  await send('/prj_web/issues?label=%1B%5B31m%0Ared');
  expect(printed.flat()).toEqual([expect.stringContaining('There is no issue with the label')]);
  expect(String(printed)).not.toMatch(/\p{Cc}/u);
});

test('an aborted request to a strict mock prints nothing', async () => {
  const { mock, printed } = strict();
  mock.faults.add({ delayMs: 60_000 });
  const left = new AbortController();
  const sent = mock.fetch(`${mock.baseUrl}/api/v1/projects?organizationSlug=x`, { signal: left.signal });
  left.abort();
  await expect(sent).rejects.toThrow();
  expect(printed).toEqual([]);
});

test('behavior options come before strict, and without strict nothing is printed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const headers = { authorization: 'Bearer svc_mock' };
  const lenient = createMock({ strict: true, behavior: { unknownParameters: 'ignore' } });
  for (const mock of [lenient, createMock()]) {
    const { status } = await mock.fetch(`${mock.baseUrl}/api/v1/projects?page=2`, { headers });
    expect([status, mock.requests.last()?.warnings]).toMatchObject([200, [{ kind: 'ignored' }]]);
  }
  expect(warn.mock.calls).toHaveLength(1);
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
