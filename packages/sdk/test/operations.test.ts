import { readFile } from 'node:fs/promises';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { endpoints, toOpenApi } from '@issue-tracking/model';
import { type IssueListOptions, IssueTrackingClient, NotFoundError, PermissionError } from '@issue-tracking/sdk';
import { beforeEach, describe, expect, test } from 'vitest';

let mock: ReturnType<typeof createMock>;
let client: IssueTrackingClient;

beforeEach(async () => {
  mock = createMock({ clock: virtualClock({ now: '2026-04-01T09:00:00.000Z', auto: true }) });
  client = new IssueTrackingClient(mock.clientOptions);
});

test.each(Object.keys(endpoints))('the client has the method %s', (name) => {
  const method = name.split('.').reduce<unknown>((owner, member) => Reflect.get(Object(owner), member), client);
  expect(method, 'packages/sdk/src/resources').toBeTypeOf('function');
});

test.each(Object.entries(endpoints))('the documentation of client.%s contains its scope', async (name, { scope }) => {
  const [method = '', resource = ''] = name.split('.').reverse();
  const file = await readFile(new URL(`../src/resources/${resource}.ts`, import.meta.url), 'utf8');
  const text = file
    .split(new RegExp(`\\n {2}${method}\\(`))[0]
    ?.split('/**')
    .at(-1);
  expect(text, `packages/sdk/src/resources/${resource}.ts`).toContain(`needs the scope \`${scope}\``);
});

test('the result type of each method is exported', async () => {
  const index = await readFile(new URL('../src/index.ts', import.meta.url), 'utf8');
  const { Error: _error, ...resources } = Object(toOpenApi()['components']).schemas;
  for (const name of Object.keys(resources))
    expect(index, 'packages/sdk/src/index.ts').toMatch(new RegExp(`^  ${name},$`, 'm'));
});

test('projects are listed and filtered [EP-1] [EP-4] [RES-1] [GEN-5]', async () => {
  const { data, total } = await client.projects.list();
  expect(total).toBe(1);
  expect(data).toEqual([
    expect.objectContaining({ id: 'prj_web', organizationSlug: 'acme', createdAt: expect.stringMatching(/Z$/) }),
  ]);
  expect((await client.projects.list({ organizationSlug: 'acme' })).data).toEqual(data);
  expect((await client.projects.list({ organizationId: data[0]?.organizationId })).data).toEqual(data);
  expect((await client.projects.list({ organizationSlug: 'other' })).data).toEqual([]);
});

test('issues are listed, filtered and searched [EP-5] [EP-6] [RES-2] [STA-1] [STA-2]', async () => {
  const { project, clientOptions } = await mock.tenant({
    issues: [
      { title: 'Checkout hangs', status: 'open', priority: 'high', labels: ['web'] },
      { title: 'Login', description: 'hangs too', status: 'verified', priority: 'high' },
      { title: 'Typo', status: 'open', priority: 'low' },
    ],
  });
  const { issues } = new IssueTrackingClient(clientOptions);
  const found = async (query: IssueListOptions) => {
    const { data, total } = await issues.list(project.id, query);
    expect(total).toBe(data.length);
    return data.map(({ title }) => title).toSorted();
  };
  expect(await found({})).toEqual(['Checkout hangs', 'Login', 'Typo']);
  expect(await found({ status: 'open' })).toEqual(['Checkout hangs', 'Typo']);
  expect(await found({ priority: 'high' })).toEqual(['Checkout hangs', 'Login']);
  expect(await found({ q: 'HANGS' })).toEqual(['Checkout hangs', 'Login']);
  expect(await found({ label: 'web' })).toEqual(['Checkout hangs']);
  expect(await found({ status: 'open', priority: 'high', q: 'hangs', label: 'web' })).toEqual(['Checkout hangs']);
});

test('one issue is read with its counts [EP-8] [RES-3]', async () => {
  const issue = await client.issues.get('prj_web', 1);
  expect(issue).toMatchObject({ issueNumber: 1, metadataSummary: { consoleErrorCount: expect.any(Number) } });
});

test('an update changes an issue and its updatedAt [EP-9] [STA-3] [STA-4]', async () => {
  const before = await client.issues.get('prj_web', 1);
  await mock.clock.advance(1_000);
  const changed = await client.issues.update('prj_web', 1, { status: 'blocked', priority: 'critical' });
  expect(changed).toMatchObject({ issueNumber: 1, status: 'blocked', priority: 'critical' });
  expect(changed.updatedAt > before.updatedAt).toBe(true);
  expect((await client.issues.get('prj_web', 1)).status).toBe('blocked');
});

test('comments are added and listed [EP-11] [EP-12] [RES-5]', async () => {
  const comment = await client.issues.comments.create('prj_web', 1, { content: 'Fixed in 4.2.1 ✓' });
  expect(comment).toMatchObject({ content: 'Fixed in 4.2.1 ✓', authorName: expect.any(String) });
  const { data, total } = await client.issues.comments.list('prj_web', 1);
  expect(data).toContainEqual(comment);
  expect(total).toBe(data.length);
});

describe('captured data', () => {
  test('includes console messages, of one level or all [EP-13] [RES-6]', async () => {
    const all = await client.issues.consoleLogs('prj_web', 1);
    const errors = await client.issues.consoleLogs('prj_web', 1, { level: 'error' });
    expect(errors.data).toEqual(all.data.filter(({ level }) => level === 'error'));
    expect(errors.total).toBe(errors.data.length);
  });

  test('includes network requests, screenshots and user actions [EP-14] [EP-15] [EP-17] [RES-7] [RES-8] [RES-10]', async () => {
    for (const read of ['networkLogs', 'screenshots', 'userActions'] as const) {
      const { data, total } = await client.issues[read]('prj_web', 1);
      expect(total, read).toBe(data.length);
    }
  });

  test('includes the technical context [EP-16] [RES-9]', async () => {
    const { data, response } = await client.issues.techContext('prj_web', 1).withResponse();
    expect(data).toHaveProperty('reactComponentTree');
    expect(response.status).toBe(200);
  });

  test('can be read with the issue in one call', async () => {
    const { issue, consoleLogs, screenshots } = await client.issues.context('prj_web', 1);
    expect(issue.metadataSummary.screenshotCount).toBe(screenshots.length);
    expect(issue.metadataSummary.consoleErrorCount).toBe(consoleLogs.filter(({ level }) => level === 'error').length);
  });
});

test('the client has no method that creates an issue [GEN-6]', () => {
  expect('create' in client.issues).toBe(false);
});

test('a missing project and a project of another organization cause the same NotFoundError [ERR-3] [AUTH-6]', async () => {
  const foreign = await mock.tenant({ issues: 1 });
  const messages = [];
  for (const projectId of ['prj_nowhere', foreign.project.id]) {
    const error = await client.issues.get(projectId, 1).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NotFoundError);
    messages.push((error as NotFoundError).message.replace(projectId, '…'));
  }
  expect(messages[0]).toBe(messages[1]);
  expect(messages[0]).toContain('404 Project not found');
});

test('a credential without the scope causes a PermissionError [AUTH-4] [AUTH-5]', async () => {
  const reader = await mock.tenant({ issues: 1, scopes: ['issues:read'] });
  const limited = new IssueTrackingClient(reader.clientOptions);
  await limited.issues.get(reader.project.id, 1);
  const error = await limited.issues
    .update(reader.project.id, 1, { status: 'open' })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PermissionError);
  expect(error).toMatchObject({ error: 'Insufficient scope', mayHaveBeenApplied: false });
});
