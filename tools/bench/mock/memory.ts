import { createMock } from '@issue-tracking/mock';
import type { Report } from '../harness/report.ts';

const requests = 50_000;

/** Measures the heap of a mock over a long run of reads and updates. Needs `--expose-gc`. */
export default async function memory(): Promise<Report> {
  const invalid = new Set<string>();
  // A window too short to reach the rate limit.
  const mock = createMock({ rateLimit: { requests: 10_000, windowMs: 10 } });
  const { baseUrl, apiKey, fetch } = mock.clientOptions;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  async function send(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const change = index % 10 === 0 ? { method: 'PATCH', body: '{"status":"in_progress"}' } : {};
      const response = await fetch(`${baseUrl}/api/v1/projects/prj_web/issues/2`, { headers, ...change });
      const text = await response.text();
      if (response.status !== 200) invalid.add(`returned ${response.status}: ${text}`);
    }
  }

  // The request log keeps 1,000 entries: heap is compared once it is full.
  await send(2_000);
  const before = heapUsed();
  await send(requests);
  const grown = (heapUsed() - before) / 1e6;
  return {
    title: 'Memory over a long run',
    how: `Heap after a collection, before and after ${requests} reads and updates of one issue.`,
    columns: ['', 'heap grown'],
    rows: [{ name: 'mock.fetch', ours: true, cells: [`${grown.toFixed(2)} MB`] }],
    targets: [{ name: `heap grown over ${requests} requests`, measured: grown, limit: 1, unit: 'MB' }],
    invalid: [...invalid],
  };
}

function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
