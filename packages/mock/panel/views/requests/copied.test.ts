import { readFile } from 'node:fs/promises';
import { createMock, type World } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { endpointsOf } from '../../state/api.ts';
import type { Entry, WorldFile } from '../../transport/answers.ts';
import { asCurl, asSdkCall, asTest } from './copied.ts';
import { recordsFor } from './records-for.ts';

const document = new URL('../../../../../docs/openapi.json', import.meta.url);
const endpoints = endpointsOf(JSON.parse(await readFile(document, 'utf8')));

function entry(members: Partial<Entry>): Entry {
  return { id: '1', number: 1, at: 0, method: 'GET', path: '/api/v1/projects', search: '', headers: {}, ...members };
}

const world: WorldFile = {
  organizations: [
    {
      id: 'org',
      slug: 'acme',
      name: 'Acme',
      projects: [
        { id: 'prj_other', issues: [{ issueNumber: 12 }] },
        { id: 'prj_web', issues: [issue(11), issue(12)] },
      ],
    },
  ],
};

function issue(issueNumber: number) {
  return {
    issueNumber,
    title: `Issue "${issueNumber}"`,
    labels: [],
    comments: [{ content: 'x' }],
    consoleLogs: [{ level: 'error' }],
  };
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
  expect(asTest(entry({ path: '/api/v1/nothing' }), endpoints, world)).toBeNull();
});

test('as a test that makes it fail as it did', () => {
  const text = asTest(update, endpoints, world);
  expect(text).toContain("mock.faults.add({ endpoint: 'issues.update', status: 503 });");
  expect(text).toContain(
    "await expect(client.issues.update('prj_web', 12, { status: 'blocked' })).rejects.toMatchObject({ status: 503 });",
  );
});

test('a test has the records that the request needs, and no others', () => {
  const logs = entry({
    path: '/api/v1/projects/prj_web/issues/12/console-logs',
    endpoint: 'issues.consoleLogs',
    status: 200,
  });
  const text = asTest(logs, endpoints, world);
  expect(text).toContain('createMock({ world })');
  expect(written(text)).toEqual({
    organizations: [
      {
        id: 'org',
        slug: 'acme',
        name: 'Acme',
        apiKeys: [{ key: 'svc_acme' }],
        projects: [
          { id: 'prj_web', issues: [{ issueNumber: 12, title: 'Issue "12"', consoleLogs: [{ level: 'error' }] }] },
        ],
      },
    ],
  });
  const list = entry({ path: '/api/v1/projects/prj_web/issues', endpoint: 'issues.list', status: 200 });
  expect(asTest(list, endpoints, world)).toMatch(/issueNumber: 11[\s\S]*issueNumber: 12/);
  const elsewhere = entry({ path: '/api/v1/projects/prj_none/issues', endpoint: 'issues.list', status: 404 });
  expect(asTest(elsewhere, endpoints, world)).toContain('createMock()');
});

test.each([
  ['issues.get', '/api/v1/projects/prj_web/issues/1'],
  ['issues.consoleLogs', '/api/v1/projects/prj_web/issues/1/console-logs'],
  ['issues.list', '/api/v1/projects/prj_web/issues'],
  ['projects.list', '/api/v1/projects'],
] as const)('a mock of the records for %s answers it as well', async (name, path) => {
  const endpoint = endpoints.find((each) => each.name === name);
  if (!endpoint) throw new Error(`${name} is not in the document`);
  // As the panel gets it: JSON.
  const whole: WorldFile = JSON.parse(JSON.stringify(createMock().exportWorld()));
  const records = recordsFor(entry({ path, endpoint: name }), endpoint, whole);
  const { fetch, baseUrl, apiKey } = createMock({ world: records as World }).clientOptions;
  const { status } = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(status).toBe(200);
});

/** The world that a test begins with, as it would have it. */
function written(text: string | null): unknown {
  const [, source = ''] = /^const world = ([\s\S]*?\n\});$/m.exec(text ?? '') ?? [];
  return JSON.parse(source.replace(/^( *)(\w+):/gm, '$1"$2":'));
}
