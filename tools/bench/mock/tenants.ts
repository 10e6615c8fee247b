import { createMock, type Mock } from '@issue-tracking/mock';
import { heapUsed } from '../harness/heap.ts';
import { ratioOf, ratioTarget } from '../harness/interleave.ts';
import { median, micros, percent, spread, times } from '../harness/numbers.ts';
import { processorTime } from '../harness/processor-time.ts';
import type { Report, Target } from '../harness/report.ts';

const many = 10_000;
const requests = 50_000;
const rounds = 21;
const callsEach = 500;
/** Number of tenants that are made at the same time. */
const together = 2_000;
/** A window too short to reach the rate limit. */
const rateLimit = { requests: 10_000, windowMs: 10 };

type Tenant = Awaited<ReturnType<Mock['tenant']>>;

export default async function tenants(): Promise<Report> {
  const invalid = new Set<string>();
  const send = async (
    { project, clientOptions: { baseUrl, apiKey, fetch } }: Tenant,
    method = 'GET',
  ): Promise<void> => {
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
    { name: 'the only tenant', call: () => send(one) },
    { name: `one of ${many}`, call: () => send(crowd[7] as Tenant) },
    // A prime step visits the tenants in scattered order.
    { name: `each of ${many} in turn`, call: (turn: number) => send(crowd[(turn * 7_919) % many] as Tenant) },
  ];
  const samples = contenders.map((): number[] => []);
  // Rounds below 0 warm up and are not measured.
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
  for (let index = 0; index < 2_000; index += 1) await send(one, index % 10 === 0 ? 'PATCH' : 'GET');
  const before = heapUsed();
  for (let index = 0; index < requests; index += 1) await send(one, index % 10 === 0 ? 'PATCH' : 'GET');
  const grown = (heapUsed() - before) / 1e6;

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
          cells: [micros(median(own)), times(ratioOf(own, base)), percent(spread(own))],
        };
      }),
      { name: 'making a tenant', ours: true, cells: [micros(makeMicros), null, null] },
      {
        name: `making ${together} at once, compared with one after another`,
        ours: true,
        cells: [null, times(creation.measured), null],
      },
      { name: `heap grown over ${requests} requests`, ours: true, cells: [`${grown.toFixed(2)} MB`, null, null] },
    ],
    targets: [
      ratioTarget(`one of ${many} tenants, compared with the only one`, samples[1] ?? [], base, { limit: 1.1 }),
      creation,
      { name: `heap grown over ${requests} requests`, measured: grown, limit: 1, unit: 'MB' },
    ],
    invalid: [...invalid],
  };
}

/** Compares the processor time of tenants made at once with that of tenants made one after the other. */
async function compareCreation(): Promise<Target> {
  const sequential: number[] = [];
  const parallel: number[] = [];
  for (let round = 0; round < 7; round += 1) {
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
  return ratioTarget('making tenants at once', parallel, sequential, { limit: 1.5 });
}
