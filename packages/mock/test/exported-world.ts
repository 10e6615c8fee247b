import { createMock, type Mock, type MockOptions, parseWorld, virtualClock } from '@issue-tracking/mock';
import { endpoints, fillPath } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answer, client, start } from './fixture.ts';
import { generatedPulledWorld, generatedWorld } from './generated-world.ts';
import type { Adapter } from './whole-api.ts';

function made(world: MockOptions['world']): Mock {
  return createMock({ world, clock: virtualClock({ now: start }), rateLimit: false });
}

const reads = Object.values(endpoints).filter(({ method }) => method === 'GET');

/** Returns the responses to all reads of the API and to two writes, through an adapter. */
async function answers(mock: Mock, adapter: Adapter): Promise<Record<string, Answer>> {
  const opened = await adapter.open(mock);
  const { get, patch, post, as } = client(opened.fetch, opened.baseUrl);
  const told: Record<string, Answer> = {};
  try {
    told['as ada'] = await as('oat_ada').get('/projects');
    told['as a revoked key'] = await as('svc_revoked').get('/projects');
    for (const { path } of reads) {
      for (const number of path.includes('{issueNumber}') ? [1, 2, 3, 4, 5] : [1]) {
        const filled = fillPath(path, { projectId: 'prj_web', issueNumber: `${number}` }).replace('/api/v1', '');
        told[filled] = await get(filled);
      }
    }
    const issue = '/projects/prj_web/issues/1';
    told['a change'] = await patch(issue, { status: 'blocked' });
    const { body, ...rest } = await post(`${issue}/comments`, { content: 'last' });
    // The mock generates another id: it must not reuse an id of the world.
    told['a comment'] = { ...rest, body: body.data ? { ...body.data, id: 'another' } : body };
  } finally {
    await opened.close();
  }
  return told;
}

/** Changes records through the API and `mock.world`. */
async function use(mock: Mock): Promise<void> {
  const { patch, post, as } = client(mock.fetch, mock.baseUrl);
  await patch('/projects/prj_web/issues/1', { status: 'in_progress', priority: 'low' });
  await post('/projects/prj_web/issues/1/comments', { content: 'written' });
  await as('oat_ada').post('/projects/prj_web/issues/3/comments', { content: 'by ada' });
  mock.world.issues.create({ projectId: 'prj_web', title: 'Made', browserInfo: '' });
  const { organization } = await mock.tenant({ issues: 1 });
  const { key } = mock.world.apiKeys.create({ key: 'svc_revoked', organizationId: organization.id });
  mock.world.apiKeys.update({ key }, { revoked: true });
  mock.world.issues.delete({ projectId: 'prj_web', issueNumber: 2 });
  mock.world.organizations.delete({ slug: 'globex' });
}

/** A mock of an exported world responds like the one that it was exported from, through each adapter. */
export function exportedWorld(adapter: Adapter, numRuns: number): void {
  const anyWorld = fc.oneof<fc.Arbitrary<NonNullable<MockOptions['world']>>[]>(generatedWorld, generatedPulledWorld);
  test(`through ${adapter.name}, a mock of an exported world gives the same responses`, async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.boolean(), fc.boolean(), async (world, isUsed, isParsed) => {
        const mock = made(world);
        if (isUsed) await use(mock);
        const file = JSON.parse(JSON.stringify(mock.exportWorld()));
        const again = made(isParsed ? parseWorld(file) : file);
        expect(again.exportWorld()).toEqual(file);
        expect(await answers(again, adapter)).toEqual(await answers(mock, adapter));
      }),
      { numRuns },
    );
  });
}
