import { createMock } from '@issue-tracking/mock';
import { apiKey, worldOf } from '../harness/fixtures.ts';
import { heapUsed } from '../harness/heap.ts';
import { median } from '../harness/numbers.ts';
import { processorTime } from '../harness/processor-time.ts';
import type { Report } from '../harness/report.ts';

const issues = 10_000;
const changed = 1_000;
const snapshots = 20;
const rounds = 9;
const project = 'https://issues.test/api/v1/projects/prj_0/issues';
const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

/** Measures the cost of starting each test with the same records. */
export default async function measureSnapshots(): Promise<Report> {
  const invalid: string[] = [];
  const mock = createMock({ world: worldOf([issues]), rateLimit: false });
  const change = async (count: number): Promise<void> => {
    for (let number = 1; number <= count; number += 1) {
      const { status } = await mock.fetch(`${project}/${number}`, {
        method: 'PATCH',
        headers,
        body: '{"status":"blocked"}',
      });
      if (status !== 200) invalid.push(`a change returned ${status}`);
    }
  };
  const resets = async (count: number): Promise<number> => {
    const samples: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await change(count);
      samples.push(await processorTime(() => mock.reset()));
    }
    const { data } = await (await mock.fetch(`${project}/1`, { headers })).json();
    if (data?.status !== 'open') invalid.push(`after a reset, issue 1 is ${data?.status}`);
    return median(samples);
  };
  const afterSome = await resets(changed);
  const afterAll = await resets(issues);

  const before = heapUsed();
  const held = [];
  const taken: number[] = [];
  const firstChanges: number[] = [];
  for (let count = 0; count < snapshots; count += 1) {
    taken.push(await processorTime(() => held.push(mock.snapshot())));
    firstChanges.push(await processorTime(() => change(1)));
  }
  const grown = (heapUsed() - before) / 1e6;

  const figures = [
    { name: `reset, ${changed} changed`, measured: afterSome, limit: 10, unit: 'ms' },
    { name: 'reset, all changed', measured: afterAll, limit: 10, unit: 'ms' },
    { name: 'a snapshot', measured: median(taken), limit: 1, unit: 'ms' },
    { name: 'the first change after a snapshot', measured: median(firstChanges), limit: 10, unit: 'ms' },
    { name: `heap of ${held.length} snapshots, each with a change`, measured: grown, limit: 10, unit: 'MB' },
  ];
  return {
    title: `Snapshots and resets of ${issues.toLocaleString('en')} issues`,
    how: `Processor time, medians of ${rounds} resets and ${snapshots} snapshots.`,
    columns: ['', 'measured'],
    rows: figures.map(({ name, measured, unit }) => ({ name, ours: true, cells: [`${measured.toFixed(3)} ${unit}`] })),
    targets: figures,
    invalid,
  };
}
