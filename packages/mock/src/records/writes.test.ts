import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';
import { internalsOf } from '../mock/internals.ts';

const path = '/projects/prj_web/issues/1';
const status = async ({ get }: Pick<ReturnType<typeof service>, 'get'>) => (await get(path)).body.data.status;
const comments = async ({ get }: Pick<ReturnType<typeof service>, 'get'>) => (await get(`${path}/comments`)).body.total;

test('a read shows the previous write at once [GAP-57]', async () => {
  const asked = service();
  await asked.patch(path, { status: 'blocked' });
  await asked.post(`${path}/comments`, { content: 'hi' });
  expect([await status(asked), await comments(asked)]).toEqual(['blocked', 3]);
});

test('with a read lag, a read shows a write after the lag, but its response shows it at once [GAP-57] [STA-4]', async () => {
  const asked = service({ behavior: { readLag: 500 } });
  const { body } = await asked.patch(path, { status: 'blocked' });
  expect(body.data).toMatchObject({ status: 'blocked', updatedAt: '2026-05-01T12:00:00.000Z' });
  await asked.post(`${path}/comments`, { content: 'hi' });
  const found = async () => (await asked.get('/projects/prj_web/issues?status=blocked')).body.total;
  expect([await status(asked), await comments(asked), await found()]).toEqual(['open', 2, 1]);
  await asked.mock.clock.advance(499);
  expect([await status(asked), await comments(asked), await found()]).toEqual(['open', 2, 1]);
  await asked.mock.clock.advance(1);
  expect([await status(asked), await comments(asked), await found()]).toEqual(['blocked', 3, 2]);
});

test('with a read lag, a write builds on the previous write, through the API and by users [GAP-57] [GAP-4]', async () => {
  const transitions = { open: ['in_progress'], in_progress: ['blocked'] } as const;
  const asked = service({ behavior: { readLag: 500, transitions } });
  expect((await asked.patch(path, { status: 'in_progress' })).status).toBe(200);
  const second = await asked.patch(path, { status: 'blocked' });
  expect(second).toMatchObject({ status: 200, body: { data: { updatedAt: '2026-05-01T12:00:00.001Z' } } });
  asked.mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { status: 'verified' });
  await asked.mock.clock.advance(500);
  expect(await status(asked)).toBe('verified');
});

test('a snapshot contains writes that reads do not show yet, and a reset discards them [GAP-57]', async () => {
  const asked = service({ behavior: { readLag: 500 } });
  await asked.patch(path, { status: 'blocked' });
  const snapshot = asked.mock.snapshot();
  asked.mock.reset();
  await asked.mock.clock.advance(500);
  expect(await status(asked)).toBe('open');
  asked.mock.restore(snapshot);
  expect(await status(asked)).toBe('open');
  await asked.mock.clock.advance(500);
  expect(await status(asked)).toBe('blocked');
});

test('a delayed write does not bring a deleted issue back [GAP-57]', async () => {
  const asked = service({ behavior: { readLag: 500 } });
  await asked.patch(path, { status: 'blocked' });
  await asked.post(`${path}/comments`, { content: 'hi' });
  asked.mock.world.issues.delete({ issueNumber: 1 });
  await asked.mock.clock.advance(500);
  expect((await asked.get(path)).status).toBe(404);
});

test('a write does not shorten the read lag of the previous write [GAP-57]', async () => {
  const asked = service({ behavior: { readLag: 100 } });
  await asked.patch(path, { status: 'blocked' });
  await asked.mock.clock.advance(60);
  const second = await asked.patch(path, { priority: 'low' });
  expect(second.body.data).toMatchObject({ status: 'blocked', priority: 'low' });
  expect(await status(asked)).toBe('open');
  await asked.mock.clock.advance(40);
  expect((await asked.get(path)).body.data).toMatchObject({ status: 'blocked', priority: 'high' });
  await asked.mock.clock.advance(60);
  expect((await asked.get(path)).body.data).toMatchObject({ status: 'blocked', priority: 'low' });
});

test('a delayed write does not overwrite a later write without a lag [GAP-57]', async () => {
  const asked = service({ behavior: { readLag: 100 } });
  await asked.patch(path, { status: 'blocked' });
  asked.mock.settings.change({ behavior: { readLag: 0 } });
  await asked.patch(path, { status: 'in_progress' });
  await asked.mock.clock.advance(100);
  expect(await status(asked)).toBe('in_progress');
});

test('with a read lag, reads see whatever a handler writes after the lag, also what no endpoint writes today [GAP-57]', async () => {
  const asked = service({ behavior: { readLag: 100 } });
  const { store, clock } = internalsOf(asked.mock).service;
  const seen = () => [...store.seenAt(clock.now).all('comments')].map(({ content }) => content);
  const [comment] = asked.mock.world.comments.find();
  if (!comment) throw new Error('The world has no comment.');
  store.handle(clock.now, () => store.change('comments', comment, { content: 'edited' }));
  store.handle(clock.now, () => store.remove('comments', comment));
  expect([seen()[0], asked.mock.world.comments.find(comment)]).toEqual([comment.content, []]);
  await asked.mock.clock.advance(100);
  expect(seen()).not.toContain(comment.content);
});

test("a test's own write ends the lag of all writes before it [GAP-57]", async () => {
  const asked = service({ behavior: { readLag: 100 } });
  await asked.patch(path, { status: 'blocked' });
  asked.mock.world.issues.update({ projectId: 'prj_web', issueNumber: 2 }, { title: 'Other' });
  expect(await status(asked)).toBe('blocked');
});
