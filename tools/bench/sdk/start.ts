import { inFreshProcesses, rounds } from '../harness/fresh-processes.ts';
import { ratioOf, ratioTarget } from '../harness/interleave.ts';
import { median, millis, percent, spread, times } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';

const names = ['@issue-tracking/sdk', 'ky', 'openai'];

/** Measures the import of each package. */
export default function start(): Report {
  const { samples, invalid } = inFreshProcesses(
    names.map((name) => ({ name, code: `await import(${JSON.stringify(name)});` })),
  );
  const all = names.map((name, index) => ({
    name,
    wall: samples[index]?.map(({ wall }) => wall) ?? [],
    cpu: samples[index]?.map(({ cpu }) => cpu) ?? [],
  }));
  const none = { wall: [], cpu: [] };
  const openai = all.find(({ name }) => name === 'openai') ?? none;
  const ours = all[0] ?? none;
  return {
    title: 'Import of the client',
    how: `await import(package) in a fresh process, files in the page cache. Time on the wall and of the processor, median of ${rounds} interleaved rounds.`,
    columns: ['', 'import', 'of openai', 'spread', 'processor', 'of openai'],
    rows: all.map((own) => ({
      name: own.name,
      ours: own === ours,
      cells: [
        millis(median(own.wall)),
        times(ratioOf(own.wall, openai.wall)),
        percent(spread(own.wall)),
        millis(median(own.cpu)),
        times(ratioOf(own.cpu, openai.cpu)),
      ],
    })),
    targets: [
      ratioTarget('import, of openai', ours.wall, openai.wall, { limit: 1 }),
      ratioTarget('processor, of openai', ours.cpu, openai.cpu, { limit: 1 }),
    ],
    invalid,
  };
}
