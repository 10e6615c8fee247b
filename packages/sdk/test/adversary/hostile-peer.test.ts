import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, IssueTrackingClient, IssueTrackingError, systemClock } from '@issue-tracking/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../../tools/testing/random.ts';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { issue } from '../support/records.ts';
import { drawReply, HostilePeer } from './service/hostile-peer.ts';

/** One seed again: `SEED=17 RUNS=1 pnpm test hostile-peer.test`. */
const all = seeds(12, 2_000);

const peer = new HostilePeer();
let baseUrl = '';
const thrown: unknown[] = [];
const note = (error: unknown) => void thrown.push(error);

beforeAll(async () => {
  baseUrl = await peer.listen();
});
afterAll(() => peer.close());
beforeEach(() => {
  thrown.length = 0;
  process.on('unhandledRejection', note).on('uncaughtException', note);
});
afterEach(() => {
  process.off('unhandledRejection', note).off('uncaughtException', note);
});

/** Time for which this thread works before others have their turn, by its own processor time: other programs don't count. */
async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let ms = 0;
  let isOver = false;
  const result = work().finally(() => {
    isOver = true;
  });
  let before = process.threadCpuUsage();
  while (!isOver) {
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    ms = Math.max(ms, (user + system) / 1_000);
    before = process.threadCpuUsage();
  }
  return { result: await result, ms };
}

/** An attempt's time is up soon after the peer has done all that it will do. */
function clockOf(): Clock {
  const over = new Promise<void>((resolve) => {
    peer.onDone = () => setTimeout(resolve, 5);
  });
  return {
    now: () => systemClock.now(),
    sleep: (_ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        void over.then(resolve);
      }),
  };
}

function calls(client: IssueTrackingClient): (() => Promise<unknown>)[] {
  const { issues, projects } = client;
  return [
    () => issues.get('prj_web', 1),
    async () => {
      for await (const _ of issues.list('prj_web', { limit: 5 })) break;
    },
    () => projects.list(),
    () => issues.comments.list('prj_web', 1),
    () => issues.comments.create('prj_web', 1, { content: 'text' }),
    () => issues.update('prj_web', 1, { status: 'open' }),
    () => issues.techContext('prj_web', 1),
    () => client.request('PUT', '/api/v1/other', { body: {} }),
  ];
}

async function ending(random: Random, call: number): Promise<{ name: string; ms: number }> {
  peer.reply = drawReply(random);
  const listens = random.chance(0.5);
  const client = new IssueTrackingClient({
    baseUrl,
    apiKey: `svc_${random.below(2 ** 30)}`,
    clock: clockOf(),
    retry: false,
    ...(listens && { hooks: { onDrift: () => {}, onResponse: () => {} } }),
  });
  const { result, ms } = await longestTurn(async () => {
    try {
      await calls(client)[call]?.();
      return 'ok';
    } catch (error) {
      return error instanceof IssueTrackingError ? error.name : `unknown: ${error}`;
    }
  });
  return { name: result, ms };
}

test(`${all.length} hostile replies over sockets end in an error of the package or a result, without uncaught errors or a blocked event loop`, async () => {
  // The first use compiles code. That time must not count for the first reply.
  const warm = new IssueTrackingClient({
    baseUrl,
    apiKey: 'svc_warm',
    fetch: async () => Response.json({ data: issue() }),
  });
  await Promise.allSettled(calls(warm).map((call) => call()));
  const endings = new Map<string, number>();
  for (const seed of all) {
    const run = () => {
      const random = randomFrom(seed);
      return ending(random, random.below(8));
    };
    const { name, ms: first } = await run();
    // A turn may also collect the garbage of the replies before it.
    const ms = first < 200 ? first : (await run()).ms;
    endings.set(name, (endings.get(name) ?? 0) + 1);
    expect(name, `seed ${seed}`).not.toMatch(/^unknown/);
    expect(ms, `seed ${seed}: milliseconds of one turn`).toBeLessThan(200);
    expect(thrown, `seed ${seed}`).toEqual([]);
  }
  await nextTurn();
  expect(thrown).toEqual([]);
  if (all.length >= 100) expect(endings.size, [...endings].join('; ')).toBeGreaterThan(6);
}, 3_600_000);
