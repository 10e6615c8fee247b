import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the clients of a file reach the mock. */
type Way = 'clientOptions' | 'setupMock' | 'tenants';

export interface SuiteOptions {
  readonly files: number;
  readonly ways: readonly Way[];
}

const testsInFile = 10;

/**
 * Writes test files for Vitest with globals. They have the side effects of real tests: they revoke keys, get a
 * 429 with a long `Retry-After`, use up the rate limit and leave calls behind. They must pass in any order.
 *
 * For `tenants`, `MOCK_URL` is the address of a mock's server in another process.
 */
export function writeSuite(folder: string, { files, ways }: SuiteOptions): void {
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file < files; file++) {
    const way = ways[file % ways.length] ?? 'clientOptions';
    const isMadeOnce = Math.floor(file / ways.length) % 2 === 0;
    const name = `${String(file).padStart(3, '0')}-${way}.test.mjs`;
    const kinds = Object.entries({ ...plain, ...hostile });
    const tests = Array.from({ length: testsInFile }, (_, n) => {
      const [title, body] = kinds[(file * testsInFile + n) % kinds.length] ?? ['', ''];
      return `test('${n} ${title}', async () => {\n  const { client, projectId, fault, revoke } = await access();\n${body}\n});`;
    });
    writeFileSync(join(folder, name), [imports(way), setUps[way](isMadeOnce), ...tests, ''].join('\n\n'));
  }
}

function imports(way: Way): string {
  const all: Record<string, string> = { '@issue-tracking/sdk': 'IssueTrackingClient' };
  if (way === 'clientOptions' || way === 'setupMock') all['@issue-tracking/mock'] = 'createMock';
  if (way === 'setupMock') all['@issue-tracking/mock/msw'] = 'setupMock';
  return Object.entries(all)
    .map(([from, names]) => `import { ${names} } from '${from}';`)
    .join('\n');
}

/** Retries would wait in real time. */
const create = (options: string) => `new IssueTrackingClient({ ...${options}, retry: { limit: 0 } })`;

/** Tests without side effects on other tests. */
const plain: Record<string, string> = {
  'thirty reads': `  for (let n = 0; n < 30; n++) expect((await client.issues.get(projectId, 1)).issueNumber).toBe(1);`,
  'an update is read back': `  await client.issues.update(projectId, 1, { status: 'blocked' });
  expect((await client.issues.get(projectId, 1)).status).toBe('blocked');`,
  'one comment is one comment': `  const { total } = await client.issues.comments.list(projectId, 2);
  await client.issues.comments.create(projectId, 2, { content: 'Seen' });
  expect((await client.issues.comments.list(projectId, 2)).total).toBe(total + 1);`,
  'all issues are listed': `  expect(await client.issues.list(projectId, { limit: 2 }).toArray()).toHaveLength(3);`,
};

/** Tests after which a client keeps state. */
const hostile: Record<string, string> = {
  'a revoked key': `  await revoke();
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: true });
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: false });`,
  'a 429 with a long wait': `  await fault({ endpoint: 'projects.list', status: 429, headers: { 'retry-after': '60' }, times: 1 });
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'RateLimitError', sent: true });`,
  'a call that is not awaited': `  await fault({ endpoint: 'projects.list', delayMs: 200, times: 1 });
  client.projects.list().catch(() => {});
  expect((await client.issues.get(projectId, 2)).issueNumber).toBe(2);`,
  'a call that is queued at the end': `  await fault({ endpoint: 'projects.list', status: 429, headers: { 'retry-after': '60' }, times: 1 });
  await client.projects.list().catch(() => {});
  client.issues.update(projectId, 3, { status: 'blocked' }).catch(() => {});`,
  'a lost connection': `  await fault({ endpoint: 'issues.get', drop: true, times: 1 });
  await expect(client.issues.get(projectId, 1)).rejects.toMatchObject({ name: 'ConnectionError' });
  expect((await client.issues.get(projectId, 1)).status).not.toBe('blocked');`,
};

const inProcess = (options: string, isMadeOnce: boolean) => `const once = ${create(options)};
const access = async () => ({
  client: ${isMadeOnce ? 'once' : create(options)},
  projectId: 'prj_web',
  fault: (fault) => mock.faults.add(fault),
  revoke: () => mock.world.apiKeys.update({ key: 'svc_mock' }, { revoked: true }),
});
afterEach(() => mock.reset());`;

const setUps: Record<Way, (isMadeOnce: boolean) => string> = {
  clientOptions: (isMadeOnce) => `const mock = createMock();\n${inProcess('mock.clientOptions', isMadeOnce)}`,
  setupMock: (isMadeOnce) => `const mock = createMock();
const server = setupMock(mock);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
${inProcess("{ baseUrl: mock.baseUrl, apiKey: 'svc_mock' }", isMadeOnce)}`,
  tenants: () => `const control = async (method, input) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
  const response = await fetch(process.env.MOCK_URL + '/__mock/' + method, init);
  if (!response.ok) throw new Error(method + ' ' + response.status + ' ' + (await response.text()));
  return response.json();
};
// A mock in another process resets no clients: a queued call would keep this process for a minute.
const clients = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
const access = async () => {
  const { organization, project, apiKey } = await control('tenant', { issues: 3 });
  clients.push(${create('{ baseUrl: process.env.MOCK_URL, apiKey }')});
  return {
    client: clients[0],
    projectId: project.id,
    fault: (fault) => control('faults.add', { ...fault, tenant: organization.id }),
    revoke: () => control('world.apiKeys.update', { where: { key: apiKey }, changes: { revoked: true } }),
  };
};`,
};
