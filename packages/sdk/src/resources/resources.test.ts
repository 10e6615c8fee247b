import { type Comment, type IssueStatus, TimeoutError } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { comment, issue } from '../../test/support/records.ts';
import { json, never, refusal, type Step, scripted } from '../../test/support/scripted-service.ts';

const techContext = {
  browserInfo: { name: 'Chrome', version: '141' },
  osInfo: { name: 'macOS', version: '15' },
  viewportSize: { width: 1440, height: 900 },
  cssSelector: '#pay',
  elementStyles: { display: 'none' },
  reactComponentTree: ['App>Checkout'],
};

describe('issues.context', () => {
  const part = ({ url }: Request) => url.split('/').at(-1) ?? '';
  const answer = (request: Request) => {
    if (part(request) === '7') return json({ data: issue() });
    return part(request) === 'tech-context' ? json({ data: techContext }) : json({ data: [], total: 0 });
  };

  test('reads all seven parts at once [EP-8] [EP-11] [EP-13] [EP-14] [EP-15] [EP-16] [EP-17]', async () => {
    const { client, requests } = scripted([answer]);
    // Proves the key, which is done alone.
    await client.issues.get('prj_web', 7);
    const context = client.issues.context('prj_web', 7);
    await new Promise((resolve) => setImmediate(resolve));
    expect(requests.slice(1).map(part)).toEqual([
      '7',
      'comments',
      'console-logs',
      'network-logs',
      'screenshots',
      'tech-context',
      'user-actions',
    ]);
    expect(await context).toEqual({
      issue: issue(),
      comments: [],
      consoleLogs: [],
      networkLogs: [],
      screenshots: [],
      techContext,
      userActions: [],
    });
  });

  test('fails whole, with the error of the part that failed, and aborts the rest', async () => {
    const aborted: string[] = [];
    const { client } = scripted([
      answer,
      (request, signal) => {
        if (part(request) === 'screenshots') return refusal(403, 'Insufficient scope');
        signal.addEventListener('abort', () => aborted.push(part(request)));
        return never(request, signal);
      },
    ]);
    await client.issues.get('prj_web', 7);
    await expect(client.issues.context('prj_web', 7)).rejects.toMatchObject({
      name: 'PermissionError',
      endpoint: 'issues.screenshots',
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(aborted).toHaveLength(6);
  });

  test('an abort rejects with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const { client } = scripted([never], { hooks: { onRequest: () => setImmediate(() => controller.abort(reason)) } });
    await expect(client.issues.context('prj_web', 7, { signal: controller.signal })).rejects.toBe(reason);
    await expect(client.issues.context('prj_web', 7, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('a wrong argument is one refusal', async () => {
    const { client, requests } = scripted([answer]);
    await expect(client.issues.context('..', 0)).rejects.toMatchObject({
      details: [{ field: 'projectId' }, { field: 'issueNumber' }],
    });
    expect(requests).toHaveLength(0);
  });
});

describe('issues.waitFor', () => {
  const statuses = (...all: string[]) => all.map((status) => json({ data: issue({ status }) }));

  test('reads until the status has come, waiting longer each time, and gives the issue', async () => {
    const { client, requests, elapsed } = scripted(statuses('open', 'in_progress', 'fix_submitted', 'verified'));
    const found = await client.issues.waitFor('prj_web', 7, { status: 'verified' }, { every: 1_000 });
    expect(found.status).toBe('verified');
    expect(requests).toHaveLength(4);
    expect(elapsed()).toBe(1_000 + 1_500 + 2_250);
  });

  test('waits no longer than six times every between two reads', async () => {
    const { client, requests, elapsed } = scripted([
      ...Array.from({ length: 20 }, () => statuses('open')).flat(),
      ...statuses('closed'),
    ]);
    await client.issues.waitFor('prj_web', 7, { status: ['verified', 'closed'] }, { every: 1_000 });
    expect(requests).toHaveLength(21);
    expect(elapsed()).toBeLessThanOrEqual(20 * 6_000);
  });

  test('gives up after 15 minutes, and says what the status is', async () => {
    const { client, elapsed } = scripted(statuses('in_progress'));
    const error = await client.issues.waitFor('prj_web', 7, { status: 'verified' }).catch((reason: unknown) => reason);
    expect(elapsed()).toBe(900_000);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ option: 'deadline', limitMs: 900_000, endpoint: 'issues.get' });
    expect((error as Error).message).toContain('did not become verified within 900000 ms; it is in_progress');
  });

  test('gives up while a read hangs, with the same error', async () => {
    const { client, elapsed } = scripted([...statuses('open'), never]);
    const wait = client.issues.waitFor('prj_web', 7, { status: 'verified' }, { deadline: 20_000, every: 100 });
    await expect(wait).rejects.toThrow('did not become verified within 20000 ms; it is open');
    expect(elapsed()).toBe(20_000);
  });

  test('the deadline may pass between two looks at the clock', async () => {
    let time = 0;
    // Time that passes while nothing is waited for.
    const clock = { now: () => time++, sleep: () => new Promise<void>(() => {}) };
    const { client } = scripted([refusal(404, 'Issue not found')], { clock });
    const waiting = client.issues.waitFor('prj_web', 7, { status: 'open' }, { deadline: 2 });
    await expect(waiting).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('other failures end it, and so does an abort', async () => {
    const gone = scripted([...statuses('open'), refusal(404, 'Issue not found')]);
    await expect(gone.client.issues.waitFor('prj_web', 7, { status: 'verified' })).rejects.toMatchObject({
      status: 404,
    });
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const hooks = { onResponse: () => setImmediate(() => controller.abort(reason)) };
    const aborted = scripted(statuses('open'), { hooks });
    const options = { signal: controller.signal };
    await expect(aborted.client.issues.waitFor('prj_web', 7, { status: 'verified' }, options)).rejects.toBe(reason);
    expect(aborted.requests).toHaveLength(1);
  });

  test.each([
    [{ status: 'done' }, {}, 'status'],
    [{ status: [] }, {}, 'status'],
    [undefined, {}, 'status'],
    [{ status: 'open' }, { every: 0 }, 'every'],
    [{ status: 'open' }, { deadline: -1 }, 'deadline'],
  ])('%j with %j is refused', async (until, options, field) => {
    const { client, requests } = scripted(statuses('open'));
    const wait = client.issues.waitFor('prj_web', 7, until as { status: IssueStatus }, options);
    await expect(wait).rejects.toMatchObject({ name: 'InvalidArgumentError', details: [{ field }] });
    expect(requests).toHaveLength(0);
  });
});

describe("comments.create with onLostAnswer: 'check'", () => {
  /** A service that keeps comments; each POST does the next thing. */
  function keeping(...posts: ('answer' | 'lose' | 'refuse' | 'add late' | 'lose and double' | 'limit')[]) {
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
      if (what === 'limit') return refusal(429, 'Too many requests', { 'retry-after': '1' });
      if (what === 'answer') return json({ data: add(content) }, { status: 201 });
      if (what === 'lose') add(content);
      if (what === 'lose and double') [add(content), add(content)];
      if (what === 'add late') {
        service.clock.sleep(40_000).then(() => add(content));
        return never(request, signal);
      }
      throw new TypeError('terminated');
    };
    const service = scripted([step]);
    const create = (options = {}) =>
      service.client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostAnswer: 'check', ...options });
    return { ...service, kept, create };
  }

  test('an answer that comes costs one more request', async () => {
    const { create, kept, sent } = keeping('answer');
    expect((await create()).id).toBe('c1');
    expect(kept).toHaveLength(2);
    expect(sent()).toEqual([expect.stringMatching(/^GET .*comments$/), expect.stringMatching(/^POST .*comments$/)]);
  });

  test('a comment whose answer was lost is found, and not written again [EP-12]', async () => {
    const { create, kept, elapsed } = keeping('lose');
    const { data, response } = await create().withResponse();
    expect(data.id).toBe('c1');
    expect(response.status).toBe(200);
    expect(kept).toHaveLength(2);
    expect(elapsed()).toBe(0);
  });

  test('a comment that was not written is written after all', async () => {
    const { create, kept, requests } = keeping('refuse', 'limit', 'refuse', 'answer');
    expect((await create()).id).toBe('c1');
    expect(kept).toHaveLength(2);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(4);
  });

  test('a request that timed out is given another timeout to take effect, before it is sent again', async () => {
    const { create, kept } = keeping('add late');
    await create();
    expect(kept.filter(({ content }) => content === 'Hello')).toHaveLength(2);
  });

  test('two new comments with the same content cannot be told apart: the loss is reported', async () => {
    const { create, kept } = keeping('lose and double');
    await expect(create()).rejects.toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: true });
    expect(kept).toHaveLength(3);
  });

  test('when looking fails too, the loss is reported', async () => {
    const { client } = scripted([
      json({ data: [], total: 0 }),
      () => Promise.reject(new TypeError('terminated')),
      refusal(403, 'Insufficient scope'),
    ]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostAnswer: 'check' });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', method: 'POST', mayHaveBeenApplied: true });
  });

  test('a final answer is final', async () => {
    const { client, requests } = scripted([json({ data: [], total: 0 }), refusal(403, 'Insufficient scope')]);
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostAnswer: 'check' });
    await expect(call).rejects.toMatchObject({ name: 'PermissionError', mayHaveBeenApplied: false });
    expect(requests).toHaveLength(2);
  });

  test('it tries as often as retry.limit says', async () => {
    const { create, requests } = keeping('refuse', 'refuse', 'refuse', 'refuse', 'refuse', 'refuse');
    await expect(create({ retry: { limit: 2 } })).rejects.toMatchObject({ mayHaveBeenApplied: true });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  test('the deadline is over everything, and an abort ends it', async () => {
    const { create, elapsed } = keeping('refuse', 'refuse', 'refuse', 'refuse', 'refuse', 'refuse');
    await expect(create({ deadline: 2_500 })).rejects.toMatchObject({ mayHaveBeenApplied: true });
    expect(elapsed()).toBeLessThanOrEqual(2_500);
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const service = keeping('refuse');
    const call = service.create({ signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(call).rejects.toBe(reason);
  });

  test('anything but fail and check is refused', async () => {
    const { create, requests } = keeping('answer');
    await expect(create({ onLostAnswer: 'retry' })).rejects.toMatchObject({ details: [{ field: 'onLostAnswer' }] });
    await expect(create({ timeout: -1 })).rejects.toMatchObject({ details: [{ field: 'timeout' }] });
    expect(requests).toHaveLength(0);
  });
});
