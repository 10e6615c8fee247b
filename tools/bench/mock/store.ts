import { createMock } from '@issue-tracking/mock';
import { type IssueStatus, issueStatuses } from '@issue-tracking/model';
import { stateChanges } from '../../../packages/mock/src/data/store/writes.ts';
import { createService } from '../../../packages/mock/src/mock/create-service.ts';
import type { WireRequest } from '../../../packages/mock/src/platform/http/exchange.ts';
import { handle } from '../../../packages/mock/src/service/pipeline/pipeline.ts';
import { apiKey, worldOf } from '../harness/fixtures.ts';
import { median } from '../harness/numbers.ts';
import type { Report, Target } from '../harness/report.ts';

/** The mock's core, which is not public: it is read from the sources. */

interface Size {
  name: string;
  projects: number;
  issuesEach: number;
}

interface Found {
  size: Size;
  /** Milliseconds of the world's check and of filling the store. */
  seed: number;
  /** Milliseconds until `createMock(…).world`, collections included; not measured for the largest. */
  ready: number | null;
  /** Bytes of heap, without the texts of the world. */
  each: number;
  /** Microseconds a call, of CPU time. */
  get: number;
  update: number;
  page: number;
  filtered: number;
  search: number;
}

const sizes: Size[] = [
  { name: '1,000 in one project', projects: 1, issuesEach: 1_000 },
  { name: '10,000 in one project', projects: 1, issuesEach: 10_000 },
  { name: '1,000,000 in 100 projects', projects: 100, issuesEach: 10_000 },
  { name: '100,000 in one project', projects: 1, issuesEach: 100_000 },
];
const settable = issueStatuses.filter((status) => status !== 'verified' && status !== 'closed');

export default async function store(): Promise<Report> {
  // Once for the compiler, so that the first size isn't the one that pays.
  await measure({ name: 'warm-up', projects: 1, issuesEach: 2_000 });
  const found: Found[] = [];
  for (const size of sizes) found.push(await measure(size));
  const [usual, small, many, large] = found as [Found, Found, Found, Found];

  const target = ({ size }: Found, name: string, measured: number, limit: number, unit: string): Target => {
    return { name: `${size.name}: ${name}`, measured, bound: 'at most', limit, unit };
  };
  const alike = (name: string, key: 'get' | 'update' | 'filtered' | 'search'): Target => {
    const measured = many[key] / small[key];
    return {
      name: `a million in 100 projects, of 10,000 in one: ${name}`,
      measured,
      bound: 'at most',
      limit: 1.5,
      unit: '×',
    };
  };
  return {
    title: 'The store',
    how: 'In one project of each world. Get and update in the store; pages of 100 as whole requests through the core, the filtered (status) and the searched after a change. CPU time, medians.',
    columns: ['issues', 'seed', 'ready', 'heap each', 'get', 'update', 'page', 'filtered page', 'q'],
    rows: found.map(({ size, seed, ready, each, get, update, page, filtered, search }) => ({
      name: size.name,
      ours: true,
      cells: [
        `${(seed / 1_000).toFixed(2)} s`,
        ready === null ? null : `${(ready / 1_000).toFixed(2)} s`,
        `${each.toFixed(0)} B`,
        `${get.toFixed(2)} µs`,
        `${update.toFixed(2)} µs`,
        `${page.toFixed(1)} µs`,
        `${(filtered / 1_000).toFixed(2)} ms`,
        `${(search / 1_000).toFixed(2)} ms`,
      ],
    })),
    targets: [
      // What people have: nobody should wait for it.
      ...(['get', 'update', 'page', 'filtered', 'search'] as const).map((what) =>
        target(usual, what, usual[what] / 1_000, 1, 'ms'),
      ),
      target(large, 'get', large.get, 2, 'µs'),
      target(large, 'update', large.update, 10, 'µs'),
      target(large, 'filtered page', large.filtered / 1_000, 5, 'ms'),
      target(large, 'q', large.search / 1_000, 30, 'ms'),
      target(large, 'seeding', large.seed / 1_000, 3, 's'),
      target(large, 'heap an issue', large.each / 1_000, 1, 'kB'),
      alike('get', 'get'),
      alike('update', 'update'),
      alike('filtered page', 'filtered'),
      alike('q', 'search'),
    ],
    invalid: [],
  };
}

async function measure(size: Size): Promise<Found> {
  const { projects, issuesEach } = size;
  // Records and world share their texts, which are the user's.
  const world = worldOf(Array.from({ length: projects }, () => issuesEach));
  const before = heap();
  const { service, seed } = seeded(world);
  const each = (heap() - before) / (projects * issuesEach);

  // Another issue each time, in no order that a processor's cache could follow, in the project in the middle.
  const projectId = `prj_${Math.floor(projects / 2)}`;
  const entry = (turn: number) => {
    const issue = service.store.directory.issue(projectId, 1 + ((turn * 7_919) % issuesEach));
    if (!issue) throw new Error(`the issue of turn ${turn} is missing`);
    return issue;
  };
  let now = Date.UTC(2026, 6, 1);
  const update = (turn: number): void => {
    now += 1;
    const issue = entry(turn);
    const status = settable[turn % settable.length] as IssueStatus;
    service.store.change('issues', issue, stateChanges(issue, { status }, now));
  };
  const page = (search: string): void => {
    const outcome = handle(service, get(`/api/v1/projects/${projectId}/issues`, `limit=100&${search}`));
    const body = 'body' in outcome ? outcome.body : '';
    // Parsing it would cost more than making it.
    if (!body.startsWith('{"data":[{') || body.length < 30_000) throw new Error(`answered ${body.slice(0, 200)}`);
  };
  const changedPage = (turn: number, search: string): void => {
    update(turn);
    page(search);
  };
  // Whoever asks first pays for its order and its lower-cased texts.
  page('q=NO+DECIMALS');

  return {
    size,
    seed,
    each,
    get: medianOf(20_000, 60, (turn) => entry(turn).title),
    update: medianOf(5_000, 60, update),
    page: medianOf(100, 40, () => page('page=7')),
    filtered: medianOf(2, 60, (turn) => changedPage(turn, `status=${settable[turn % settable.length]}`)),
    search: medianOf(1, 40, (turn) => changedPage(turn, turn % 2 === 0 ? 'q=NO+DECIMALS' : 'q=button+twice.+Expected')),
    ready: projects > 1 ? null : await untilReady(size),
  };
}

function seeded(world: ReturnType<typeof worldOf>) {
  const start = performance.now();
  const service = createService({ world, rateLimit: false });
  return { service, seed: performance.now() - start };
}

async function untilReady({ issuesEach }: Size): Promise<number> {
  const world = worldOf([issuesEach]);
  const start = performance.now();
  if (createMock({ world }).world.issues.count() !== issuesEach) throw new Error('issues are missing');
  return performance.now() - start;
}

function get(path: string, search: string): WireRequest {
  return {
    method: 'GET',
    path,
    search,
    header: (name) => (name === 'authorization' ? `Bearer ${apiKey}` : null),
    headers: () => ({ authorization: `Bearer ${apiKey}` }),
    body: () => Promise.resolve(new Uint8Array()),
    source: () => undefined,
  };
}

/** Median over rounds, in microseconds of CPU time a call; `turn` grows by one with each call. */
function medianOf(calls: number, rounds: number, call: (turn: number) => void): number {
  let turn = 0;
  const samples = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    for (let index = 0; index < calls; index += 1) {
      call(turn);
      turn += 1;
    }
    const { user, system } = process.cpuUsage(start);
    return (user + system) / calls;
  });
  // The first rounds are the compiler's.
  return median(samples.slice(Math.floor(rounds / 5)));
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
