import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { endpointsOf } from '../../state/api.ts';
import type { Entry } from '../../transport/answers.ts';
import { asCurl, asSdkCall, asTest } from './copied.ts';

const document = new URL('../../../../../../docs/openapi.json', import.meta.url);
const endpoints = endpointsOf(JSON.parse(await readFile(document, 'utf8')));

function entry(members: Partial<Entry>): Entry {
  return { id: '1', number: 1, at: 0, method: 'GET', path: '/api/v1/projects', search: '', headers: {}, ...members };
}

const update = entry({
  method: 'PATCH',
  path: '/api/v1/projects/prj_web/issues/12',
  endpoint: 'issues.update',
  body: { status: 'blocked' },
  status: 503,
  fault: true,
});

test('as curl, quotes and all, with the credential left to the environment', () => {
  const comment = entry({ method: 'POST', path: '/api/v1/x', search: 'a=1&b=2', body: { content: "It's $HOME" } });
  expect(asCurl(comment, 'http://127.0.0.1:4010')).toBe(
    [
      "curl -X POST 'http://127.0.0.1:4010/api/v1/x?a=1&b=2' \\",
      '  -H "Authorization: Bearer $ISSUE_TRACKING_API_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"content":"It'\\''s $HOME"}'`,
    ].join('\n'),
  );
});

test.each([
  [update, "await client.issues.update('prj_web', 12, { status: 'blocked' });"],
  [entry({ endpoint: 'projects.list' }), 'await client.projects.list();'],
  [
    entry({ endpoint: 'issues.list', path: '/api/v1/projects/a%20b/issues', search: 'status=open&limit=20&q=it%27s' }),
    "await client.issues.list('a b', { status: 'open', limit: 20, q: 'it\\'s' });",
  ],
])('as a call of the SDK', (one, call) => {
  expect(asSdkCall(one, endpoints)).toBe(call);
});

test('a path that the API does not have is no call', () => {
  expect(asSdkCall(entry({ path: '/api/v1/nothing' }), endpoints)).toBeNull();
  expect(asTest(entry({ path: '/api/v1/nothing' }), endpoints)).toBeNull();
});

test('as a test that makes it fail as it did', () => {
  const text = asTest(update, endpoints);
  expect(text).toContain("mock.faults.add({ endpoint: 'issues.update', status: 503 });");
  expect(text).toContain(
    "await expect(client.issues.update('prj_web', 12, { status: 'blocked' })).rejects.toMatchObject({ status: 503 });",
  );
});
