import { limits } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { service } from '../test/fixture.ts';
import { internalsOf } from './mock/internals.ts';
import { sentText } from './platform/http/sent.ts';
import { serve } from './serve.ts';

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await undefined;
}

/** More microtasks than a request takes. */
const enough = 100;

test('a request to add a comment adds none after a concurrent delete of the issue', async () => {
  const statuses = new Set<number>();
  for (let tick = 0; tick < enough; tick++) {
    const { mock, post } = service();
    const answering = post('/projects/prj_web/issues/1/comments', { content: 'late' });
    await ticks(tick);
    mock.world.issues.delete({ projectId: 'prj_web', issueNumber: 1 });
    const { status } = await answering;
    statuses.add(status);
    const comments = [...internalsOf(mock).service.store.all('comments')];
    expect(comments.filter(({ projectId, issueNumber }) => projectId === 'prj_web' && issueNumber === 1)).toEqual([]);
  }
  // Both before and after the comment was added.
  expect([...statuses].sort()).toEqual([201, 404]);
});

test('overlapping changes of an issue each get their own updatedAt [STA-4] [GAP-34]', async () => {
  const { patch } = service();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      await ticks(at * 3);
      return patch('/projects/prj_web/issues/1', at % 2 === 0 ? { status: 'blocked' } : { priority: 'low' });
    }),
  );
  const times = answers.map(({ body }) => body.data.updatedAt);
  expect(new Set(times).size).toBe(20);
});

test('overlapping requests are admitted up to the rate limit and the failure limit [LIM-1] [AUTH-7]', async () => {
  const { mock, get, as } = service({ rateLimit: { requests: 5 } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/projects')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const wrong = await Promise.all(Array.from({ length: 20 }, () => as('svc_wrong').get('/projects')));
  expect(wrong.filter(({ status }) => status === 401)).toHaveLength(limits.authenticationFailures);
  expect(mock.requests.all()).toHaveLength(40);
});

test('overlapping requests have separate log entries', async () => {
  const { mock, as } = service();
  const { service: served } = internalsOf(mock);
  const headers = { authorization: 'Bearer svc_acme' };
  const send = (path: string) => serve(served, sentText({ method: 'GET', path, search: '', headers }));
  const first = send('/api/v1/projects');
  void as(null).get('/projects');
  const second = send('/api/v1/nowhere');
  expect([first.entry.number, second.entry.number]).toEqual([1, 3]);
  expect([await first.reply, await second.reply]).toMatchObject([{ status: 200 }, { status: 404 }]);
  expect([first.entry.status, second.entry.status]).toEqual([200, 404]);
});
