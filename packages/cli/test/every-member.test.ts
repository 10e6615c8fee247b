import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type Mock, virtualClock, type World } from '@issue-tracking/mock';
import { captured, capturedNames, metadataSummarySchema } from '@issue-tracking/model';
import { afterAll, expect, test } from 'vitest';
import {
  comment,
  detail,
  issue,
  item,
  organizationId,
  organizationName,
  organizationSlug,
  parts,
  project,
} from './every-member.ts';
import { apiKey, now, run } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-members-'));
afterAll(() => rmSync(folder, { recursive: true }));

const world = {
  organizations: [
    {
      id: organizationId,
      slug: organizationSlug,
      name: organizationName,
      apiKeys: [{ key: apiKey }],
      projects: [{ ...project, issues: [issue] }],
    },
  ],
} as object as World;

const serviceOf = (of: World) => createMock({ world: of, clock: virtualClock({ now, auto: true }), rateLimit: false });

async function read({ fetch, baseUrl, clientOptions }: Mock, path: string): Promise<unknown> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${clientOptions.apiKey}` },
  });
  return (await response.json()).data;
}

const projectPath = `/projects/${encodeURIComponent(String(project['id']))}`;
const issuePath = `${projectPath}/issues/${detail['issueNumber']}`;

/** Expects each member in the responses of a mock. */
async function expectAllMembers(mock: Mock): Promise<void> {
  expect(await read(mock, '/projects')).toEqual([{ ...project, organizationId, organizationSlug, organizationName }]);
  expect(await read(mock, `${projectPath}/issues`)).toEqual([item]);
  const counts = Object.keys(metadataSummarySchema.def.shape).map((name) => [name, expect.any(Number)]);
  expect(await read(mock, issuePath)).toEqual({ ...detail, metadataSummary: Object.fromEntries(counts) });
  expect(await read(mock, `${issuePath}/comments`)).toEqual([comment]);
  for (const name of capturedNames)
    expect([name, await read(mock, `${issuePath}/${captured[name].segment}`)]).toEqual([name, parts[name]]);
}

test('each member of the model passes from a world to the responses', async () => {
  await expectAllMembers(serviceOf(world));
});

test('each member of the model passes from create() and update() to the responses', async () => {
  const { comments: _none, ...members } = issue;
  const mock = serviceOf({ organizations: world.organizations?.map((each) => ({ ...each, projects: [] })) });
  mock.world.projects.create({ ...project, organizationId: String(organizationId) });
  const { projectId, issueNumber } = mock.world.issues.create({ ...item, projectId: String(project['id']) });
  const { id: _id, issueNumber: _number, ...changes } = members;
  mock.world.issues.update({ projectId, issueNumber }, changes);
  mock.world.comments.create({ ...comment, content: String(comment['content']), projectId, issueNumber });
  await expectAllMembers(mock);
});

test('each member of the model passes through an exported world', async () => {
  const exported = serviceOf(world).exportWorld();
  expect(exported).not.toHaveProperty('form');
  await expectAllMembers(serviceOf(JSON.parse(JSON.stringify(exported))));
});

test('each member of the model passes through a pulled world', async () => {
  const file = join(folder, 'world.json');
  const { code, error } = await run(serviceOf(world), ['pull', '--project', String(project['id']), '-o', file]);
  expect([code, error]).toEqual([0, expect.any(String)]);
  await expectAllMembers(serviceOf(JSON.parse(readFileSync(file, 'utf8'))));
});
