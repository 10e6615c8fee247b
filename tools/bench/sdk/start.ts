import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ratioOf, ratioTarget } from '../harness/interleave.ts';
import { median, millis, percent, spread, times } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';

const packages = ['@issue-tracking/sdk', 'ky', 'openai'];
const rounds = 15;

interface Import {
  readonly wall: number;
  /** Processor time of all threads. */
  readonly cpu: number;
}

/** Measures the import of each package, without the start of Node. */
export default function start(): Report {
  const samples = new Map(packages.map((name) => [name, { wall: [] as number[], cpu: [] as number[] }]));
  const invalid: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < packages.length; turn += 1) {
      const name = packages[(turn + round) % packages.length] ?? '';
      const spent = importOf(name);
      if (!spent) {
        invalid.push(`${name} could not be imported`);
        continue;
      }
      samples.get(name)?.wall.push(spent.wall);
      samples.get(name)?.cpu.push(spent.cpu);
    }
  }
  const none = { wall: [], cpu: [] };
  const openai = samples.get('openai') ?? none;
  const ours = samples.get('@issue-tracking/sdk') ?? none;
  return {
    title: 'Import of the client',
    how: `await import(package) in a fresh process, files in the page cache. Time on the wall and of the processor, median of ${rounds} interleaved rounds.`,
    columns: ['', 'import', 'of openai', 'spread', 'processor', 'of openai'],
    rows: [...samples].map(([name, own]) => ({
      name,
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
    invalid: [...new Set(invalid)],
  };
}

function importOf(name: string): Import | undefined {
  const code = `
    const [start, before] = [performance.now(), process.cpuUsage()];
    await import(${JSON.stringify(name)});
    const [wall, { user, system }] = [performance.now() - start, process.cpuUsage(before)];
    process.stdout.write(JSON.stringify({ wall, cpu: (user + system) / 1000 }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  return stdout === '' ? undefined : JSON.parse(stdout);
}
