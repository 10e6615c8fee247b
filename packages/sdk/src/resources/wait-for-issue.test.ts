import { virtualClock } from '@issue-tracking/mock';
import { type IssueStatus, TimeoutError } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { issue } from '../../test/support/records.ts';
import { errorResponse, json, never, scripted } from '../../test/support/scripted-service.ts';

describe('issues.waitFor', () => {
  const statuses = (...all: string[]) => all.map((status) => json({ data: issue({ status }) }));

  test('reads with growing intervals until the issue has the status, and resolves with the issue', async () => {
    const { client, requests, elapsed } = scripted(statuses('open', 'in_progress', 'fix_submitted', 'verified'));
    const found = await client.issues.waitFor('prj_web', 7, { status: 'verified' }, { interval: 1_000 });
    expect(found.status).toBe('verified');
    expect(requests).toHaveLength(4);
    expect(elapsed()).toBe(1_000 + 1_500 + 2_250);
  });

  test('waits at most six times the interval between two reads', async () => {
    const { client, requests, elapsed } = scripted([
      ...Array.from({ length: 20 }, () => statuses('open')).flat(),
      ...statuses('closed'),
    ]);
    await client.issues.waitFor('prj_web', 7, { status: ['verified', 'closed'] }, { interval: 1_000 });
    expect(requests).toHaveLength(21);
    expect(elapsed()).toBeLessThanOrEqual(20 * 6_000);
  });

  test('rejects after 15 minutes with a TimeoutError that contains the current status', async () => {
    const { client, elapsed } = scripted(statuses('in_progress'));
    const error = await client.issues.waitFor('prj_web', 7, { status: 'verified' }).catch((reason: unknown) => reason);
    expect(elapsed()).toBe(900_000);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ option: 'deadline', limitMs: 900_000, endpoint: 'issues.get' });
    expect((error as Error).message).toContain('did not become verified within 900000 ms; it is in_progress');
  });

  test("adds the note of a clock to the timeout's message", async () => {
    const clock = { ...virtualClock({ auto: true }), note: 'Time flies' };
    const { client } = scripted(statuses('open'), { clock });
    const wait = client.issues.waitFor('prj_web', 7, { status: 'verified' }, { deadline: 9_000 });
    await expect(wait).rejects.toThrow('within 9000 ms; it is open. Time flies');
  });

  test('rejects with the same error if a read hangs', async () => {
    const { client, elapsed } = scripted([...statuses('open'), never]);
    const wait = client.issues.waitFor('prj_web', 7, { status: 'verified' }, { deadline: 20_000, interval: 100 });
    await expect(wait).rejects.toThrow('did not become verified within 20000 ms; it is open');
    await expect(wait).rejects.toMatchObject({ attempts: [{ status: 200 }, { error: 'AbortError' }] });
    expect(elapsed()).toBe(20_000);
  });

  test('rejects if the deadline passes between two reads of the clock', async () => {
    let time = 0;
    // Time that passes while nothing is waited for.
    const clock = { now: () => time++, sleep: () => new Promise<void>(() => {}) };
    const { client } = scripted([errorResponse(404, 'Issue not found')], { clock });
    const waiting = client.issues.waitFor('prj_web', 7, { status: 'open' }, { deadline: 2 });
    await expect(waiting).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('holds no slot between two reads, and queues behind the calls that came meanwhile', async () => {
    const order: string[] = [];
    const service = scripted(
      [
        ({ url }) => {
          order.push(url.endsWith('/7') ? 'wait' : 'other');
          const issueNumber = Number(url.split('/').at(-1));
          return json({ data: issue({ issueNumber, status: order.length < 5 ? 'open' : 'verified' }) });
        },
      ],
      { rateLimit: { requests: 1, windowMs: 10_000 } },
    );
    const { client, clock, elapsed } = service;
    const waiting = client.issues.waitFor('prj_web', 7, { status: 'verified' }, { interval: 1_000 });
    await clock.sleep(500);
    const others = [8, 9, 10].map((number) => client.issues.get('prj_web', number));
    await Promise.all([waiting, ...others]);
    expect(order).toEqual(['wait', 'other', 'other', 'other', 'wait']);
    expect(elapsed()).toBe(40_000);
  });

  test('rejects with any other failure, and with an abort', async () => {
    const gone = scripted([...statuses('open'), errorResponse(404, 'Issue not found')]);
    await expect(gone.client.issues.waitFor('prj_web', 7, { status: 'verified' })).rejects.toMatchObject({
      status: 404,
    });
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const hooks = { onResponse: () => setImmediate(() => controller.abort(reason)) };
    const aborted = scripted(statuses('open'), { hooks });
    const options = { signal: controller.signal };
    await expect(aborted.client.issues.waitFor('prj_web', 7, { status: 'verified' }, options)).rejects.toMatchObject({
      name: 'AbortError',
      cause: reason,
      sent: true,
      attempts: [{ status: 200 }],
    });
    expect(aborted.requests).toHaveLength(1);
  });

  test.each([
    [{ status: 'done' }, {}, 'until.status'],
    [{ status: [] }, {}, 'until.status'],
    [undefined, {}, 'until.status'],
    ['verified', {}, 'until.status'],
    [{ status: 'open' }, { interval: 0 }, 'interval'],
    [{ status: 'open' }, { deadline: -1 }, 'deadline'],
  ])('rejects %j with %j before sending', async (until, options, field) => {
    const { client, requests } = scripted(statuses('open'));
    const wait = client.issues.waitFor('prj_web', 7, until as { status: IssueStatus }, options);
    await expect(wait).rejects.toMatchObject({ name: 'InvalidArgumentError', details: [{ field }] });
    expect(requests).toHaveLength(0);
  });
});
