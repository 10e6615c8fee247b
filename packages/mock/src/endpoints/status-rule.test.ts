import { issueStatuses, settableStatuses } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

const list = '/projects/prj_web/issues';

test('an API caller can set open, in_progress, blocked and fix_submitted from every status [STA-3] [GAP-4]', async () => {
  for (const from of issueStatuses) {
    for (const to of settableStatuses) {
      const { patch, mock } = service();
      const { issueNumber } = mock.world.issues.create({ projectId: 'prj_web', status: from });
      expect(await patch(`${list}/${issueNumber}`, { status: to })).toMatchObject({
        status: 200,
        body: { data: { status: to } },
      });
    }
  }
});

test.each(['verified', 'closed'])(
  'an update to %s by an API caller is rejected as a whole [STA-5] [STA-6] [GAP-5]',
  async (status) => {
    const { get, patch, as } = service();
    const before = await get(`${list}/1`);
    for (const caller of [patch, as('oat_ada').patch]) {
      const refused = await caller(`${list}/1`, { status, priority: 'low' });
      expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining(status) } });
    }
    expect(await get(`${list}/1`)).toEqual(before);
  },
);

test('HTTP status and error text of a rejected issue status are configurable [GAP-5]', async () => {
  const { patch } = service({ behavior: { statusRejection: { status: 409, error: 'Not yours to set' } } });
  expect(await patch(`${list}/1`, { status: 'closed' })).toMatchObject({
    status: 409,
    body: { error: 'Not yours to set' },
  });
});

test('the option transitions permits only the transitions it lists, and never verified [GAP-4] [STA-5]', async () => {
  const { patch } = service({ behavior: { transitions: { open: ['in_progress', 'verified'], in_progress: [] } } });
  expect(await patch(`${list}/1`, { status: 'blocked' })).toMatchObject({
    status: 403,
    body: { error: 'An issue cannot move from open to blocked' },
  });
  expect((await patch(`${list}/1`, { status: 'verified' })).status).toBe(403);
  expect((await patch(`${list}/1`, { status: 'in_progress' })).status).toBe(200);
  expect((await patch(`${list}/1`, { status: 'open' })).status).toBe(403);
  expect((await patch(`${list}/2`, { status: 'open' })).status).toBe(403);
  expect((await patch(`${list}/2`, { priority: 'low' })).status).toBe(200);
});

test('an empty update changes nothing [GAP-23]', async () => {
  const { get, patch } = service();
  const before = await get(`${list}/1`);
  expect(await patch(`${list}/1`, {})).toMatchObject({
    status: 200,
    body: { data: { updatedAt: before.body.data.updatedAt } },
  });
  expect(await get(`${list}/1`)).toEqual(before);
});

test('with statusRejection.details, a rejected status gets the error of an invalid value [GAP-46] [GAP-5] [ERR-2]', async () => {
  const { patch } = service({
    behavior: { statusRejection: { status: 400, details: true }, transitions: { open: [] } },
  });
  const message = 'must be one of: open, in_progress, blocked, fix_submitted';
  expect(await patch(`${list}/1`, { status: 'closed' })).toMatchObject({
    status: 400,
    body: { error: 'Invalid input', details: [{ field: 'status', message }] },
  });
  expect((await patch(`${list}/1`, { status: 'blocked' })).body).toEqual({
    error: 'Invalid input',
    details: [{ field: 'status', message: 'cannot follow open' }],
  });
  expect((await service().patch(`${list}/1`, { status: 'closed' })).body).not.toHaveProperty('details');
});

test('with statusRejection.details, the error names a rejected status beside other invalid fields [GAP-46] [ERR-2]', async () => {
  const { patch } = service({ behavior: { statusRejection: { status: 400, details: true } } });
  const { status, body } = await patch('/projects/prj_web/issues/1', { status: 'verified', priority: 'zz' });
  expect([status, body.details.map(({ field }: { field: string }) => field)]).toEqual([400, ['status', 'priority']]);
  const other = await service().patch('/projects/prj_web/issues/1', { status: 'verified', priority: 'zz' });
  expect(other.body.details.map(({ field }: { field: string }) => field)).toEqual(['priority']);
});
