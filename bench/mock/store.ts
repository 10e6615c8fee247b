import { type IssueStatus, issueStatuses } from '@issue-tracking/model';
import { selectIssues } from '../../packages/mock/src/handlers/select-issues.ts';
import { issueOrder } from '../../packages/mock/src/store/issue-order.ts';
import { loadWorld } from '../../packages/mock/src/store/load-world.ts';
import { Store } from '../../packages/mock/src/store/store.ts';
import { parseWorld } from '../../packages/mock/src/world/parse-world.ts';
import { worldOf } from '../harness/fixtures.ts';
import { median, quantile } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';

/** The store and its index, which are not public: read from the sources. */

interface Size {
  name: string;
  projects: number;
  issuesEach: number;
}

interface Found {
  size: Size;
  seedMs: number;
  bytesEach: number;
  get: number;
  update: number;
  list: number;
  filtered: number;
  search: number;
  changedFirst: number;
}

const sizes: Size[] = [
  { name: '10,000 issues in one project', projects: 1, issuesEach: 10_000 },
  { name: '1,000,000 issues in 100 projects', projects: 100, issuesEach: 10_000 },
  { name: '100,000 issues in one project', projects: 1, issuesEach: 100_000 },
];
const settable = issueStatuses.filter((status) => status !== 'verified' && status !== 'closed');
const firstPage = { skip: 0, take: 100 };
const midPage = { skip: 1_000, take: 100 };

export default function store(): Report {
  // Once for the compiler, so that the first size isn't the one that pays.
  measure({ name: '', projects: 1, issuesEach: 2_000 });
  const found = sizes.map(measure);
  const [small, many, large] = found as [Found, Found, Found];
  const like = (name: string, key: 'get' | 'update' | 'filtered' | 'search') => ({
    name: `a million in 100 projects, of 10,000 in one: ${name}`,
    measured: many[key] / small[key],
    bound: 'at most' as const,
    limit: 1.5,
    unit: '×',
  });
  const target = (name: string, measured: number, limit: number, unit: string) => ({
    name: `100,000 in one project: ${name}`,
    measured,
    bound: 'at most' as const,
    limit,
    unit,
  });
  return {
    title: 'The store',
    how: 'Issues of 0.6 kB, read back without serialising. Medians of many calls, on different issues and projects; seeding includes checking the world.',
    columns: ['', 'seed', 'heap/issue', 'get', 'update', 'page', 'filtered page', 'q', 'q, texts cold'],
    rows: found.map(({ size, seedMs, bytesEach, get, update, list, filtered, search, changedFirst }) => ({
      name: size.name,
      ours: true,
      cells: [
        `${(seedMs / 1_000).toFixed(2)} s`,
        `${bytesEach.toFixed(0)} B`,
        `${get.toFixed(2)} µs`,
        `${update.toFixed(2)} µs`,
        `${list.toFixed(2)} µs`,
        `${(filtered / 1_000).toFixed(2)} ms`,
        `${(search / 1_000).toFixed(2)} ms`,
        `${(changedFirst / 1_000).toFixed(1)} ms`,
      ],
    })),
    targets: [
      target('get', large.get, 2, 'µs'),
      target('filtered page', large.filtered / 1_000, 1.5, 'ms'),
      target('q', large.search / 1_000, 15, 'ms'),
      target('update', large.update, 5, 'µs'),
      target('seeding', large.seedMs / 1_000, 3, 's'),
      target('heap an issue', large.bytesEach / 1_000, 2, 'kB'),
      like('get', 'get'),
      like('update', 'update'),
      like('filtered page', 'filtered'),
      like('q', 'search'),
    ],
    invalid: found.flatMap(({ size, ...figures }) =>
      Object.values(figures).every((figure) => figure > 0) ? [] : [`${size.name}: nothing measured`],
    ),
  };
}

function measure(size: Size): Found {
  const { projects, issuesEach } = size;
  let world: ReturnType<typeof worldOf> | undefined = worldOf(Array.from({ length: projects }, () => issuesEach));
  const texts = heap();
  const start = performance.now();
  const built = new Store(issueOrder('newest'));
  loadWorld(built, parseWorld(world));
  const seedMs = performance.now() - start;
  // What the store adds to the world's texts, and then the world's own objects go, its texts stay: both count.
  const worldBytes = texts - empty;
  world = undefined;
  const bytesEach = (heap() - empty) / (projects * issuesEach);
  if (worldBytes <= 0) throw new Error('the heap did not grow');

  const entry = (turn: number) => {
    const issue = built.directory.issue(`prj_${turn % projects}`, 1 + ((turn * 7_919) % issuesEach));
    if (!issue) throw new Error(`issue of turn ${turn} is missing`);
    return issue;
  };
  const inOrder = (turn: number) => {
    const project = built.directory.projects.get(`prj_${turn % projects}`);
    if (!project) throw new Error(`project of turn ${turn} is missing`);
    return project.inOrder();
  };
  const select = (turn: number, query: Parameters<typeof selectIssues>[1], slice = firstPage) => {
    const { page, total } = selectIssues(inOrder(turn), query, 'substring', slice);
    if (page.length !== 100 || total <= 100)
      throw new Error(`found ${page.length} of ${total} for ${JSON.stringify(query)}`);
  };
  const status = (turn: number) => settable[turn % settable.length] as IssueStatus;

  // Every project is put in order, and its texts lower-cased, by whoever asks first: `q` once cold, then warm.
  let now = Date.UTC(2026, 6, 1);
  for (let turn = 0; turn < projects; turn += 1) inOrder(turn);
  const cold = performance.now();
  select(0, { q: 'COUPON is removed' });
  const changedFirst = (performance.now() - cold) * 1_000;
  for (let turn = 1; turn < projects; turn += 1) select(turn, { q: 'COUPON is removed' });

  const updates = medianOf(2_000, 50, (turn) => {
    now += 1;
    built.setState(entry(turn).record, { status: status(turn) }, now);
  });
  // Updates forget an issue's cached text; a client that searches meets few of those.
  for (let turn = 0; turn < projects; turn += 1) select(turn, { q: 'COUPON is removed' });
  return {
    size,
    seedMs,
    bytesEach,
    changedFirst,
    get: medianOf(10_000, 50, (turn) => entry(turn).record.title),
    update: updates,
    list: medianOf(1_000, 20, (turn) => select(turn, {}, midPage)),
    filtered: medianOf(2, 40, (turn) => select(turn, { status: status(turn), priority: 'high' })),
    search: medianOf(1, 30, (turn) => select(turn, { q: turn % 2 ? 'iphone' : 'COUPON is removed' })),
  };
}

/** Median over rounds, in microseconds a call; `turn` grows by one with each call. */
function medianOf(calls: number, rounds: number, call: (turn: number) => void): number {
  let turn = 0;
  const samples = Array.from({ length: rounds }, () => {
    const start = performance.now();
    for (let index = 0; index < calls; index += 1) {
      call(turn);
      turn += 1;
    }
    return ((performance.now() - start) * 1_000) / calls;
  });
  // The first rounds are the compiler's.
  return quantile(samples.slice(Math.floor(rounds / 5)), 0.5) || median(samples);
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const empty = heap();
