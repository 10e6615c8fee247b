import { createMock, type Mock } from '@issue-tracking/mock';
import { effort } from '../harness/effort.ts';
import { heapUsed } from '../harness/heap.ts';
import { ratioOf } from '../harness/interleave.ts';
import { median, micros, percent, spread, times } from '../harness/numbers.ts';
import { processorTime } from '../harness/processor-time.ts';
import type { Report } from '../harness/report.ts';

const many = effort(10_000, 20);
const requests = effort(50_000, 100);
const rounds = effort(21);
const callsEach = effort(500, 10);
/** Number of tenants that are made at the same time. */
const together = effort(2_000, 10);
/** A window too short to reach the rate limit. */
const rateLimit = { requests: 10_000, windowMs: 10 };

type Tenant = Awaited<ReturnType<Mock['tenant']>>;

export default async function tenants(): Promise<Report> {
  const invalid = new Set<string>();
  const ask = async ({ project, clientOptions: { baseUrl, apiKey, fetch } }: Tenant, method = 'GET'): Promise<void> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = method === 'GET' ? {} : { body: '{"status":"in_progress"}' };
    const response = await fetch(`${baseUrl}/api/v1/projects/${project.id}/issues/2`, { method, headers, ...body });
    const text = await response.text();
    if (response.status !== 200) invalid.add(`returned ${response.status}: ${text}`);
  };

  const lonely = createMock({ rateLimit });
  const crowded = createMock({ rateLimit });
  const one = await lonely.tenant({ issues: 3 });
  const start = performance.now();
  const crowd: Tenant[] = [];
  for (let index = 0; index < many; index += 1) crowd.push(await crowded.tenant({ issues: 3 }));
  const makeMicros = ((performance.now() - start) * 1_000) / many;

  const contenders = [
    { name: 'the only tenant', call: () => ask(one) },
    { name: `one of ${many}`, call: () => ask(crowd[7] as Tenant) },
    { name: `each of ${many} in turn`, call: (turn: number) => ask(crowd[(turn * 7_919) % many] as Tenant) },
  ];
  const samples = contenders.map((): number[] => []);
  for (let round = -5; round < rounds; round += 1) {
    for (const [index, { call }] of contenders.entries()) {
      const spent = await processorTime(async () => {
        for (let turn = 0; turn < callsEach; turn += 1) await call((round + 5) * callsEach + turn);
      });
      if (round >= 0) samples[index]?.push((spent * 1_000) / callsEach);
    }
  }
  const base = samples[0] ?? [];

  const creation = await compareCreation();

  // The request log keeps 1,000 entries: heap is compared once it is full.
  for (let index = 0; index < 2_000; index += 1) await ask(one, index % 10 === 0 ? 'PATCH' : 'GET');
  const before = heapUsed();
  for (let index = 0; index < requests; index += 1) await ask(one, index % 10 === 0 ? 'PATCH' : 'GET');
  const grown = (heapUsed() - before) / 1e6;

  const ratios = samples.map((own) => ratioOf(own, base));
  return {
    title: 'Tenants, and a long run',
    how: `mock.fetch of one issue, read, each tenant with 3 issues of its own. CPU time a call, median of ${rounds} interleaved rounds.`,
    columns: ['', 'a call', 'compared with the only one', 'spread'],
    rows: [
      ...contenders.map(({ name }, index) => {
        const own = samples[index] ?? [];
        return {
          name,
          ours: true,
          cells: [micros(median(own)), times(ratios[index] ?? Number.NaN), percent(spread(own))],
        };
      }),
      { name: 'making a tenant', ours: true, cells: [micros(makeMicros), null, null] },
      {
        name: `making ${together} at once, compared with one after another`,
        ours: true,
        cells: [null, times(creation), null],
      },
      { name: `heap grown over ${requests} requests`, ours: true, cells: [`${grown.toFixed(2)} MB`, null, null] },
    ],
    targets: [
      {
        name: `one of ${many} tenants, compared with the only one`,
        measured: ratios[1] ?? Number.NaN,
        bound: 'at most',
        limit: 1.1,
        unit: '×',
      },
      { name: 'making tenants at once', measured: creation, bound: 'at most', limit: 1.5, unit: '×' },
      { name: `heap grown over ${requests} requests`, measured: grown, bound: 'at most', limit: 1, unit: 'MB' },
    ],
    invalid: [...invalid],
  };
}

/** Returns the ratio of processor times: tenants made at once to tenants made one after the other. */
async function compareCreation(): Promise<number> {
  const sequential: number[] = [];
  const parallel: number[] = [];
  for (let round = 0; round < effort(7); round += 1) {
    const [one, other] = [createMock(), createMock()];
    sequential.push(
      await processorTime(async () => {
        for (let count = 0; count < together; count += 1) await one.tenant({ issues: 3 });
      }),
    );
    parallel.push(
      await processorTime(() => Promise.all(Array.from({ length: together }, () => other.tenant({ issues: 3 })))),
    );
  }
  return ratioOf(parallel, sequential);
}
