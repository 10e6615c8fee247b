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

  test('a response that comes costs one more request', async () => {
    const { create, kept, sent } = keeping('answer');
    expect((await create()).id).toBe('c1');
    expect(kept).toHaveLength(2);
    expect(sent()).toEqual([expect.stringMatching(/^GET .*comments$/), expect.stringMatching(/^POST .*comments$/)]);
  });

  test('a comment whose response was lost is found, and not written again [EP-12]', async () => {
    const { create, kept, elapsed } = keeping('lose');
    const { data, response } = await create().withResponse();
    expect(data.id).toBe('c1');
    expect(response.status).toBe(200);
    expect(kept).toHaveLength(2);
    expect(elapsed()).toBe(0);
  });

  test('a comment that was not written is not sent again, for it may yet come', async () => {
    const { create, kept, requests, elapsed } = keeping('reject');
    await expect(create()).rejects.toMatchObject({ name: 'ConnectionError', method: 'POST', mayHaveBeenApplied: true });
    expect(kept).toHaveLength(1);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET', 'GET', 'GET', 'GET']);
    expect(elapsed()).toBe(15_000);
  });

  test.each([500, 1_500, 5_000, 12_000])('one that is written %i ms after the loss is found', async (ms) => {
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

  test('a rejection before anything was done is sent again, and so is what never left', async () => {
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

  test('one that comes after a timeout is waited for', async () => {
    const { create, kept, requests } = keeping('add late');
    expect((await create()).id).toBe('c1');
    expect(kept).toHaveLength(2);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('two new comments with the same content are indistinguishable: the loss is reported', async () => {
    const { create, kept } = keeping('lose and double');
    await expect(create()).rejects.toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: true });
    expect(kept).toHaveLength(3);
  });

  test('when looking fails too, the loss is reported', async () => {
    const { client } = scripted([
      json({ data: [], total: 0 }),
      () => Promise.reject(new TypeError('terminated')),
      errorResponse(403, 'Insufficient scope'),
    ]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', method: 'POST', mayHaveBeenApplied: true });
  });

  test('a final response is final', async () => {
    const { client, requests } = scripted([json({ data: [], total: 0 }), errorResponse(403, 'Insufficient scope')]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    await expect(call).rejects.toMatchObject({ name: 'PermissionError', mayHaveBeenApplied: false });
    expect(requests).toHaveLength(2);
  });

  test.each([
    ['another text', { data: [comment('x', 'Hello!')], total: 1 }],
    ['one that only begins like it', { data: [comment('x', 'Hell')], total: 1 }],
    ['two new ones', { data: [comment('x', 'Hello'), comment('y', 'Other')], total: 2 }],
    ['a list that is cut off', { data: [comment('x', 'Hello')], total: 51 }],
  ])('%s: the loss is reported at once', async (_, list) => {
    const { client, elapsed } = scripted([json({ data: [], total: 0 }), new TypeError('terminated'), json(list)]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' });
    await expect(call).rejects.toMatchObject({ method: 'POST', mayHaveBeenApplied: true });
    expect(elapsed()).toBe(0);
  });

  test('with resendAfter it is sent once more, after quiet looks', async () => {
    const { create, kept, requests, elapsed } = keeping('reject', 'answer');
    expect((await create({ resendAfter: 60_000 })).id).toBe('c1');
    expect(kept).toHaveLength(2);
    expect(elapsed()).toBe(60_000);
    expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(1 + 6);

    const again = keeping('reject', 'reject', 'answer');
    await expect(again.create({ resendAfter: 2_000 })).rejects.toMatchObject({ mayHaveBeenApplied: true });
    expect(again.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('with resendAfter it is not sent again when a comment is gone, for the list may be an old one', async () => {
    const known = [comment('c0', 'First')];
    const { client, requests } = scripted([
      json({ data: known, total: 1 }),
      new TypeError('terminated'),
      json({ data: [], total: 0 }),
      json({ data: known, total: 1 }),
    ]);
    const options = { onLostResponse: 'check', resendAfter: 60_000 } as const;
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, options);
    await expect(call).rejects.toMatchObject({ mayHaveBeenApplied: true });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('a rejection of the second sending does not hide that the first may have been applied', async () => {
    const list = json({ data: [], total: 0 });
    const { client } = scripted([
      list,
      new TypeError('terminated'),
      list,
      list,
      errorResponse(403, 'Insufficient scope'),
    ]);
    const options = { onLostResponse: 'check', resendAfter: 500 } as const;
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, options);
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: true });
  });

  test('the deadline is over everything, and an abort ends it', async () => {
    const { create, elapsed } = keeping('reject', 'reject', 'reject', 'reject', 'reject', 'reject');
    await expect(create({ deadline: 2_500 })).rejects.toMatchObject({ mayHaveBeenApplied: true });
    expect(elapsed()).toBeLessThanOrEqual(2_500);
  });

  test.each([
    ['while the list is read before', [never], { sent: false, attempts: [], mayHaveBeenApplied: false }],
    ['while it is sent', [empty, never], { sent: true, attempts: [{ error: 'AbortError' }], mayHaveBeenApplied: true }],
    [
      'while it is looked for after a loss',
      [empty, new TypeError('terminated'), never],
      { sent: true, attempts: [{ error: 'ConnectionError' }], mayHaveBeenApplied: true },
    ],
  ])('an abort %s says so of the comment [EP-12]', async (_, steps, expected) => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const { client, requests } = scripted([...steps]);
    const options = { onLostResponse: 'check', signal: controller.signal } as const;
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, options);
    const abort = () => (requests.length === steps.length ? controller.abort(reason) : setImmediate(abort));
    abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError', method: 'POST', cause: reason, ...expected });
  });

  test('anything but fail and check is rejected', async () => {
    const { create, requests } = keeping('answer');
    await expect(create({ onLostResponse: 'retry' })).rejects.toMatchObject({ details: [{ field: 'onLostResponse' }] });
    await expect(create({ timeout: -1 })).rejects.toMatchObject({ details: [{ field: 'timeout' }] });
    await expect(create({ resendAfter: 0 })).rejects.toMatchObject({ details: [{ field: 'resendAfter' }] });
    await expect(create({ onLostResponse: 'fail', resendAfter: 60_000 })).rejects.toMatchObject({
      details: [{ field: 'resendAfter', message: "goes only with onLostResponse: 'check'" }],
    });
    expect(requests).toHaveLength(0);
  });
});
