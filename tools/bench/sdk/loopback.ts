import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { one, onePath, page } from '../harness/fixtures.ts';
import { type Contender, interleave, ratioTarget, type Timing } from '../harness/interleave.ts';
import { micros, percent, times } from '../harness/numbers.ts';
import type { Limit, Report } from '../harness/report.ts';
import { startServer } from '../harness/servers.ts';
import { bareClient, kyClient, octokitClient, openaiClient, ourClient } from './clients.ts';

const ofKy: Limit = {
  limit: 1.2,
  goal: {
    value: 1.05,
    reason: 'the work of the client that the row without a network shows, which no latency hides here',
  },
};

export default async function loopback(): Promise<Report> {
  const server = await startServer([fileURLToPath(new URL('servers/answers.ts', import.meta.url)), 'PORT'], onePath);
  const clients = [kyClient, bareClient, ourClient, openaiClient, octokitClient].map((create) =>
    create(server.url, fetch),
  );
  const contenders = (kind: 'page' | 'one', expected: unknown): Contender[] =>
    clients.map((client) => ({
      name: client.name,
      ours: client.ours ?? false,
      call: client[kind],
      check: (result) => (isDeepStrictEqual(result, expected) ? undefined : 'returned something else'),
    }));
  const pages = await interleave(contenders('page', page.data), {
    of: 'wall',
    rounds: 41,
    sampleMs: 60,
    warmUpMs: 500,
  });
  const ones = await interleave(contenders('one', one.data), { of: 'wall', rounds: 41, sampleMs: 60, warmUpMs: 500 });
  await server.stop();

  const target = (name: string, timings: Timing[]) => {
    const [ky, ours] = [timings[0], timings.find((timing) => timing.ours)];
    return ratioTarget(`${name}, of ky alone`, ours?.samples ?? [], ky?.samples ?? [], ofKy);
  };
  return {
    title: 'One call over loopback HTTP',
    how: 'One call after another to a node:http server of two buffers in a process of its own. Time on the wall, median of 41 interleaved rounds.',
    columns: ['', 'page', 'of ky', 'spread', 'one issue', 'of ky', 'spread'],
    rows: pages.timings.map((timing, index) => {
      const oneTiming = ones.timings[index] as Timing;
      return { name: timing.name, ours: timing.ours, cells: [...cells(timing), ...cells(oneTiming)] };
    }),
    targets: [target('page of 100', pages.timings), target('one issue', ones.timings)],
    invalid: [...pages.invalid, ...ones.invalid],
  };
}

function cells({ micros: value, ratio, spread }: Timing): string[] {
  return [micros(value), times(ratio), percent(spread)];
}
