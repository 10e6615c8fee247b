import { createMock, type Mock } from '@issue-tracking/mock';
import { coreOf } from '../../../packages/mock/src/mock/core.ts';
import { apiKey, worldOf } from '../harness/fixtures.ts';
import { median } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';

/** Tenants made side by side, snapshots and going back; processor time, as a busy machine makes anything long. */

const tenants = 2_000;
const issues = 100_000;
const snapshots = 20;
const rounds = 7;

export default async function state(): Promise<Report> {
  const invalid: string[] = [];
  const sequential: number[] = [];
  const parallel: number[] = [];
  const afterTenants: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const one = await cpuOf(() => makeTenants(createMock(), false));
    const crowded = createMock();
    const all = await cpuOf(() => makeTenants(crowded, true));
    const back = await cpuOf(() => crowded.reset());
    if (crowded.world.organizations.count() !== 1) invalid.push('a reset left tenants');
    if (round < 0) continue;
    sequential.push(one);
    parallel.push(all);
    afterTenants.push(back);
  }
  const ratio = median(parallel.map((time, round) => time / (sequential[round] ?? Number.NaN)));

  const mock = createMock({ world: worldOf([issues]), rateLimit: false });
  const { store } = coreOf(mock);
  const all = [...store.all('issues')];
  const touch = (count: number) => {
    for (const issue of all.slice(0, count)) store.change('issues', issue, { status: 'blocked', updatedAt: later });
  };
  const resets = async (disturb: () => void): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      disturb();
      times.push(await cpuOf(() => mock.reset()));
    }
    const found = await (await mock.fetch(one, { headers })).json();
    if (found.data?.issueNumber !== 1 || found.data.status === 'blocked')
      invalid.push(`after a reset: ${JSON.stringify(found).slice(0, 200)}`);
    return median(times);
  };
  const few = await resets(() => touch(1_000));
  const many = await resets(() => touch(issues));
  const [first] = all;
  const deleted = await resets(() => first && store.remove('issues', first));

  // The first change after a snapshot copies the project's list of issues.
  const before = heap();
  const held = [];
  const times: number[] = [];
  const firstWrites: number[] = [];
  for (let count = 0; count < snapshots; count += 1) {
    times.push(await cpuOf(() => held.push(mock.snapshot())));
    firstWrites.push(await cpuOf(() => touch(1)));
  }
  const grown = (heap() - before) / 1e6;

  const rows = [
    { name: `${tenants} tenants, one after the other`, figure: `${median(sequential).toFixed(0)} ms` },
    { name: `${tenants} tenants, side by side`, figure: `${median(parallel).toFixed(0)} ms` },
    { name: 'reset after them', figure: `${median(afterTenants).toFixed(1)} ms` },
    { name: `reset of ${issues} issues, 1,000 changed`, figure: `${few.toFixed(2)} ms` },
    { name: 'all of them changed', figure: `${many.toFixed(1)} ms` },
    { name: 'one deleted', figure: `${deleted.toFixed(1)} ms` },
    { name: `a snapshot of ${issues} issues`, figure: `${median(times).toFixed(3)} ms` },
    { name: 'the first change after it', figure: `${median(firstWrites).toFixed(2)} ms` },
    { name: `heap of ${snapshots} of them, each with a change`, figure: `${grown.toFixed(1)} MB` },
  ];
  const target = (name: string, measured: number, limit: number, unit: string) => {
    return { name, measured, bound: 'at most' as const, limit, unit };
  };
  return {
    title: 'State: tenants, snapshots, going back',
    how: `CPU time, medians of ${rounds} rounds.`,
    columns: ['', 'CPU time'],
    rows: rows.map(({ name, figure }) => ({ name, ours: true, cells: [figure] })),
    targets: [
      target(`${tenants} tenants side by side, of one after the other`, ratio, 1.5, '×'),
      target(`reset of ${issues} issues, 1,000 changed`, few, 50, 'ms'),
      target(`reset of ${issues} issues, all changed`, many, 50, 'ms'),
      target(`reset of ${issues} issues, one deleted`, deleted, 50, 'ms'),
      target(`a snapshot of ${issues} issues`, median(times), 5, 'ms'),
      target(`the first change after a snapshot of ${issues} issues`, median(firstWrites), 20, 'ms'),
      target(`heap of ${snapshots} snapshots of ${issues} issues, each with a change`, grown, 80, 'MB'),
    ],
    invalid,
  };
}

const later = '2026-12-01T00:00:00.000Z';
const one = 'https://issues.test/api/v1/projects/prj_0/issues/1';
const headers = { authorization: `Bearer ${apiKey}` };

async function makeTenants(mock: Mock, together: boolean): Promise<void> {
  if (together) await Promise.all(Array.from({ length: tenants }, () => mock.tenant({ issues: 3 })));
  else for (let count = 0; count < tenants; count += 1) await mock.tenant({ issues: 3 });
}

/** Processor time in milliseconds. */
async function cpuOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function heap(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
