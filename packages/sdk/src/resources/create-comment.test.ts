import type { Comment } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { comment } from '../../test/support/records.ts';
import { errorResponse, json, never, type Step, scripted } from '../../test/support/scripted-service.ts';

const empty = json({ data: [], total: 0 });

describe("comments.create with onLostResponse: 'check'", () => {
  /** A service that keeps comments; each POST does the next thing. */
  function keeping(...posts: ('answer' | 'lose' | 'reject' | 'add late' | 'lose and double' | 'limit')[]) {
    const kept: Comment[] = [comment('c0', 'Hello')];
    const add = (content: string) => {
      const added = comment(`c${kept.length}`, content);
      kept.push(added);
      return added;
    };
    const step: Step = async (request, signal) => {
      if (request.method === 'GET') return json({ data: kept, total: kept.length });
      const { content } = (await request.json()) as { content: string };
      const what = posts.shift() ?? 'answer';
      if (what === 'limit') return errorResponse(429, 'Too many requests', { 'retry-after': '1' });
      if (what === 'answer') return json({ data: add(content) }, { status: 201 });
      if (what === 'lose') add(content);
      if (what === 'lose and double') [add(content), add(content)];
      if (what === 'add late') {
        service.clock.sleep(35_000).then(() => add(content));
        return never(request, signal);
      }
      throw new TypeError('terminated');
    };
    const service = scripted([step]);
    const create = (options = {}) =>
      service.client.issues.comments.create(
        'prj_web',
        7,
        { content: 'Hello' },
        { onLostResponse: 'check', ...options },
      );
    return { ...service, kept, create };
  }

  test('sends one more request if the response arrives', async () => {
    const { create, kept, sent } = keeping('answer');
    expect((await create()).id).toBe('c1');
    expect(kept).toHaveLength(2);
    expect(sent()).toEqual([expect.stringMatching(/^GET .*comments$/), expect.stringMatching(/^POST .*comments$/)]);
  });

  test('finds a comment whose response was lost, and does not send it again [EP-12]', async () => {
    const { create, kept, elapsed } = keeping('lose');
    const { data, response } = await create().withResponse();
    expect(data.id).toBe('c1');
    expect(response.status).toBe(200);
    expect(kept).toHaveLength(2);
    expect(elapsed()).toBe(0);
  });

  test('does not send a comment again that it cannot find, because the comment may still appear', async () => {
    const { create, kept, requests, elapsed } = keeping('reject');
    await expect(create()).rejects.toMatchObject({ name: 'ConnectionError', method: 'POST', mayHaveBeenApplied: true });
    expect(kept).toHaveLength(1);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET', 'GET', 'GET', 'GET']);
    expect(elapsed()).toBe(15_000);
  });

  test.each([500, 1_500, 5_000, 12_000])('finds a comment that appears %i ms after the loss', async (ms) => {
    const { client, clock, requests } = scripted([
      async ({ method }) => {
        if (method === 'GET') return json({ data: kept, total: kept.length });
        clock.sleep(ms).then(() => kept.push(comment('c1', 'Hello')));
        return errorResponse(502, 'Bad gateway');
      },
    ]);
    const kept: Comment[] = [];
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    expect((await call).id).toBe('c1');
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('sends a comment again after a 429 or a refused connection', async () => {
    const rejected = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED', syscall: 'connect' } });
    const list = json({ data: [], total: 0 });
    const { client, requests } = scripted([
      list,
      errorResponse(429, 'Too many requests', { 'retry-after': '1' }),
      rejected,
      json({ data: comment('c1', 'Hello') }, { status: 201 }),
    ]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    expect((await call).id).toBe('c1');
    expect(requests).toHaveLength(4);
  });

  test('waits for a comment that appears after a timeout', async () => {
    const { create, kept, requests } = keeping('add late');
    expect((await create()).id).toBe('c1');
    expect(kept).toHaveLength(2);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('reports the lost response if two new comments have the same content', async () => {
    const { create, kept } = keeping('lose and double');
    await expect(create()).rejects.toMatchObject({
      name: 'ConnectionError',
      message: expect.stringMatching(/\. The list of comments does not say whether it was added$/),
      mayHaveBeenApplied: true,
    });
    expect(kept).toHaveLength(3);
  });

  test('reports the lost response if the list cannot be read', async () => {
    const { client } = scripted([
      json({ data: [], total: 0 }),
      () => Promise.reject(new TypeError('terminated')),
      errorResponse(403, 'Insufficient scope'),
    ]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', method: 'POST', mayHaveBeenApplied: true });
  });

  test('rejects with the error of the list that is read before, and says that nothing was added', async () => {
    const { client, requests } = scripted([errorResponse(403, 'Insufficient scope')]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    await expect(call).rejects.toMatchObject({ name: 'PermissionError', mayHaveBeenApplied: false });
    expect(requests).toHaveLength(1);
  });

  test('rejects with an error response, without reading the list again', async () => {
    const { client, requests } = scripted([json({ data: [], total: 0 }), errorResponse(403, 'Insufficient scope')]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    await expect(call).rejects.toMatchObject({ name: 'PermissionError', mayHaveBeenApplied: false });
    expect(requests).toHaveLength(2);
  });

  test.each([
    ['has another comment', { data: [comment('x', 'Hello!')], total: 1 }],
    ['has a comment with only its beginning', { data: [comment('x', 'Hell')], total: 1 }],
    ['has two new comments', { data: [comment('x', 'Hello'), comment('y', 'Other')], total: 2 }],
    ['is incomplete', { data: [comment('x', 'Hello')], total: 51 }],
  ])('reports the lost response at once if the list %s', async (_, list) => {
    const { client, elapsed } = scripted([json({ data: [], total: 0 }), new TypeError('terminated'), json(list)]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    await expect(call).rejects.toMatchObject({ method: 'POST', mayHaveBeenApplied: true });
    expect(elapsed()).toBe(0);
  });

  test('a 503 is a lost response like any other: the comment is looked for', async () => {
    const list = empty;
    const busy = errorResponse(503, 'Busy');
    const added = comment('c1', 'Hello');
    const found = json({ data: [added], total: 1 });
    const create = (steps: Step[]) => {
      const { client, sent } = scripted(steps);
      const options = { onLostResponse: 'check' } as const;
      return { result: client.issues.comments.create('prj_web', 7, { content: 'Hello' }, options), sent };
    };
    const posts = (sent: () => string[]) => sent().filter((line) => line.startsWith('POST')).length;
    const looked = create([list, busy, found]);
    expect([await looked.result, posts(looked.sent)]).toEqual([added, 1]);
    const missing = create([list, busy, list]);
    await expect(missing.result).rejects.toMatchObject({
      name: 'ServerError',
      message: expect.stringMatching(/\. The list of comments has not shown it$/),
      mayHaveBeenApplied: true,
    });
    expect(posts(missing.sent)).toBe(1);
  });

  test('rejects at the deadline', async () => {
    const { create, elapsed } = keeping('reject', 'reject', 'reject', 'reject', 'reject', 'reject');
    await expect(create({ deadline: 2_500 })).rejects.toMatchObject({ mayHaveBeenApplied: true });
    expect(elapsed()).toBeLessThanOrEqual(2_500);
  });

  test.each([
    ['while the list is read before sending', [never], { sent: true, attempts: [{}], mayHaveBeenApplied: false }],
    [
      'while the comment is sent',
      [empty, never],
      { sent: true, attempts: [{ status: 200 }, { error: 'AbortError' }], mayHaveBeenApplied: true },
    ],
    [
      'while the list is read after a lost response',
      [empty, new TypeError('terminated'), never],
      {
        sent: true,
        attempts: [{ status: 200 }, { error: 'ConnectionError' }, { error: 'AbortError' }],
        mayHaveBeenApplied: true,
      },
    ],
  ])(
    'rejects with whether a request was sent and the comment may have been applied, if aborted %s [EP-12]',
    async (_, steps, expected) => {
      const controller = new AbortController();
      const reason = new Error('changed my mind');
      const { client, requests } = scripted([...steps]);
      const options = { onLostResponse: 'check', signal: controller.signal } as const;
      const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, options);
      const abort = () => (requests.length === steps.length ? controller.abort(reason) : setImmediate(abort));
      abort();
      await expect(call).rejects.toMatchObject({ name: 'AbortError', method: 'POST', cause: reason, ...expected });
    },
  );

  test('rejects invalid options before sending', async () => {
    const { create, requests } = keeping('answer');
    await expect(create({ onLostResponse: 'retry' })).rejects.toMatchObject({ details: [{ field: 'onLostResponse' }] });
    await expect(create({ timeout: -1 })).rejects.toMatchObject({ details: [{ field: 'timeout' }] });
    expect(requests).toHaveLength(0);
  });
});
