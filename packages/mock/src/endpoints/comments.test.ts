import fc from 'fast-check';
import { expect, test } from 'vitest';
import { service, start } from '../../test/fixture.ts';

const comments = '/projects/prj_web/issues/1/comments';
const contents = (body: { data: { content: string }[] }) => body.data.map(({ content }) => content);

test('comments are listed oldest first, with their four fields and a total [EP-11] [RES-5] [GAP-8]', async () => {
  const { get } = service();
  expect(await get(comments)).toMatchObject({
    status: 200,
    body: {
      data: [
        { id: 'c1', content: 'first', authorName: 'Ada', createdAt: '2026-04-02T10:00:00.000Z' },
        { id: 'c2', content: 'second', authorName: 'Grace', createdAt: '2026-04-03T10:00:00.000Z' },
      ],
      total: 2,
    },
  });
  expect((await get('/projects/prj_web/issues/2/comments')).body).toEqual({ data: [], total: 0 });
});

test('a new comment gets 201 and is listed [EP-12] [GAP-9] [GEN-4]', async () => {
  const { get, post, as } = service();
  const { status, body } = await post(comments, { content: 'third' });
  expect(status).toBe(201);
  expect(body).toEqual({
    data: { id: expect.any(String), content: 'third', authorName: 'Acme API', createdAt: start },
  });
  expect((await get(comments)).body.data.at(-1)).toEqual(body.data);
  const { body: byAda } = await as('oat_ada').post(comments, { content: 'fourth' });
  expect(byAda.data).toMatchObject({ authorName: 'Ada Lovelace' });
  expect(byAda.data.id).not.toBe(body.data.id);
});

test('the status of a new comment can be 200 [GAP-9]', async () => {
  const { post } = service({ behavior: { commentStatus: 200 } });
  expect((await post(comments, { content: 'third' })).status).toBe(200);
});

test('comments can be listed newest first [GAP-8]', async () => {
  const { get, post } = service({ behavior: { commentOrder: 'newest' } });
  await post(comments, { content: 'third' });
  expect(contents((await get(comments)).body)).toEqual(['third', 'second', 'first']);
});

test.each([{}, { content: null }, { content: 1 }, { content: ['a'] }])(
  'a comment with the body %j gets 400 with the field content [EP-12] [ERR-2]',
  async (body) => {
    const { get, post } = service();
    expect(await post(comments, body)).toMatchObject({
      status: 400,
      body: { error: 'Invalid input', details: [{ field: 'content', message: 'must be a string' }] },
    });
    expect((await get(comments)).body.total).toBe(2);
  },
);

test('an empty comment gets 400, and a blank comment 201 [GAP-32]', async () => {
  const { post } = service();
  expect(await post(comments, { content: '' })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'content' }] },
  });
  expect((await post(comments, { content: ' \n\u200b' })).status).toBe(201);
});

test('a comment can have 65,536 characters [GAP-16]', async () => {
  const { post } = service();
  expect((await post(comments, { content: '🐛'.repeat(65_536) })).status).toBe(201);
  expect(await post(comments, { content: 'x'.repeat(65_537) })).toMatchObject({
    status: 400,
    body: { error: 'Invalid input', details: [{ field: 'content', message: 'must be at most 65536 characters' }] },
  });
});

/** Any text there is, lone surrogates included. */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1 })
  .map((codes) => String.fromCharCode(...codes));

test('a comment keeps any text [GEN-2] [RES-5]', async () => {
  const { post } = service();
  await fc.assert(
    fc.asyncProperty(codeUnits, async (content) => {
      expect((await post(comments, { content })).body.data.content).toBe(content);
    }),
    { numRuns: 100 },
  );
});

test('the author of a comment is the organization by API key, and the user by token [GAP-41]', async () => {
  const { post, as } = service();
  expect((await post(comments, { content: 'hi' })).body.data.authorName).toBe('Acme API');
  expect((await as('oat_ada').post(comments, { content: 'hi' })).body.data.authorName).toBe('Ada Lovelace');
});

test('a comment is stored as it was sent [GAP-49]', async () => {
  const { get, post } = service();
  const content = ' <b>a&amp;\r\ne\u0301 ';
  expect((await post(comments, { content })).body.data.content).toBe(content);
  expect((await get(comments)).body.data.at(-1).content).toBe(content);
});

test('a comment leaves the updatedAt of its issue as it is [GAP-60]', async () => {
  const { get, post, mock } = service();
  const before = await get('/projects/prj_web/issues/1');
  await mock.clock.advance(1000);
  expect((await post(comments, { content: 'through the API' })).status).toBe(201);
  mock.world.comments.create({ projectId: 'prj_web', issueNumber: 1, content: 'as a user' });
  expect((await get('/projects/prj_web/issues/1')).body).toEqual(before.body);
});
