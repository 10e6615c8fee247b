import { createMock } from '@issue-tracking/mock';
import { apiKey, worldOf } from '../harness/fixtures.ts';
import { heapUsed } from '../harness/heap.ts';
import { median, micros } from '../harness/numbers.ts';
import { processorTime } from '../harness/processor-time.ts';
import type { Report } from '../harness/report.ts';

/** Numbers of issues in a project, with the limit of processor time per request in milliseconds. */
const sizes = [
  { issues: 1_000, limit: 1 },
  { issues: 10_000, limit: 10 },
];
const statuses = ['open', 'in_progress', 'blocked', 'fix_submitted'];
const project = 'https://issues.test/api/v1/projects/prj_0/issues';
const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

/** Measures requests to a project of usual size, and to a large one. */
export default async function store(): Promise<Report> {
  // Warm up the compiler, which would slow down the first size.
  await measure(1_000);
  const found = [];
  for (const size of sizes) found.push({ ...size, ...(await measure(size.issues)) });
  return {
    title: 'The store',
    how: 'Requests through mock.fetch, read: one issue, a change of its status, and pages of 100: the 7th, those of a status, those with a text, each of these two after a change. Processor time, medians.',
    columns: ['issues', 'createMock', 'heap each', 'get', 'update', 'page', 'filtered', 'q'],
    rows: found.map(({ issues, seedMs, bytesEach, requests }) => ({
      name: issues.toLocaleString('en'),
      ours: true,
      cells: [`${seedMs.toFixed(0)} ms`, `${bytesEach.toFixed(0)} B`, ...Object.values(requests).map(micros)],
    })),
    targets: found.flatMap(({ issues, limit, requests }) =>
      Object.entries(requests).map(([name, value]) => ({
        name: `${issues.toLocaleString('en')} issues: ${name}`,
        measured: value / 1_000,
        limit,
        unit: 'ms',
      })),
    ),
    invalid: [],
  };
}

async function measure(issues: number) {
  // Create the world before the measurement, because the records share its strings.
  const world = worldOf([issues]);
  const before = heapUsed();
  const start = performance.now();
  const mock = createMock({ world, rateLimit: false });
  const seedMs = performance.now() - start;
  const bytesEach = (heapUsed() - before) / issues;

  const send = async (path: string, options: RequestInit, expected: string): Promise<void> => {
    const text = await (await mock.fetch(`${project}${path}`, { ...options, headers })).text();
    if (!text.startsWith(expected)) throw new Error(`${path} returned ${text.slice(0, 200)}`);
  };
  // Another issue each time, in an order that defeats the processor's cache.
  const numberOf = (turn: number): number => 1 + ((turn * 7_919) % issues);
  const statusOf = (turn: number) => statuses[turn % statuses.length];
  const get = (turn: number) => send(`/${numberOf(turn)}`, {}, '{"data":{');
  const update = (turn: number) =>
    send(`/${numberOf(turn)}`, { method: 'PATCH', body: JSON.stringify({ status: statusOf(turn) }) }, '{"data":{');
  const page = (query: string) => send(`?limit=100&${query}`, {}, '{"data":[{');

  return {
    seedMs,
    bytesEach,
    /** Microseconds of processor time for one request. */
    requests: {
      get: await medianOf(200, get),
      update: await medianOf(100, update),
      page: await medianOf(50, () => page('page=7')),
      'filtered page': await medianOf(10, (turn) => page(`status=${statusOf(turn)}`), update),
      q: await medianOf(5, (turn) => page(turn % 2 === 0 ? 'q=NO+DECIMALS' : 'q=button+twice.+Expected'), update),
    },
  };
}

/** Returns the median over rounds of microseconds per call, without the time of `before`. */
async function medianOf(
  calls: number,
  call: (turn: number) => Promise<void>,
  before?: (turn: number) => Promise<void>,
): Promise<number> {
  const samples: number[] = [];
  let turn = 0;
  for (let round = 0; round < 40; round += 1) {
    let spent = 0;
    if (before) {
      for (let index = 0; index < calls; index += 1, turn += 1) {
        await before(turn);
        spent += await processorTime(() => call(turn));
      }
    } else {
      spent = await processorTime(async () => {
        for (let index = 0; index < calls; index += 1, turn += 1) await call(turn);
      });
    }
    samples.push((spent * 1_000) / calls);
  }
  // Leave out the first rounds, in which code is compiled.
  return median(samples.slice(Math.floor(samples.length / 5)));
}
