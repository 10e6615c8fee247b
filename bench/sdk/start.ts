import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ratioOf } from '../harness/interleave.ts';
import { median, millis, percent, spread, times } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';

const packages = ['@issue-tracking/sdk', 'ky', 'stripe', 'octokit', '@anthropic-ai/sdk', 'openai'];
const rounds = 15;

/** What a program pays before its first line: the import alone, without the start of Node. */
export default function start(): Report {
  const samples = new Map(packages.map((name) => [name, [] as number[]]));
  const invalid: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < packages.length; turn += 1) {
      const name = packages[(turn + round) % packages.length] ?? '';
      const spent = importOf(name);
      if (Number.isNaN(spent)) invalid.push(`${name} could not be imported`);
      samples.get(name)?.push(spent);
    }
  }
  const openai = samples.get('openai') ?? [];
  const ours = samples.get('@issue-tracking/sdk') ?? [];
  return {
    title: 'Import',
    how: `await import(package) in a fresh process, files in the page cache. Time on the wall, median of ${rounds} interleaved rounds.`,
    columns: ['', 'import', 'of openai', 'spread'],
    rows: [...samples].map(([name, own]) => ({
      name,
      ours: own === ours,
      cells: [millis(median(own)), times(ratioOf(own, openai)), percent(spread(own))],
    })),
    targets: [{ name: 'import, of openai', measured: ratioOf(ours, openai), bound: 'at most', limit: 1, unit: '×' }],
    invalid: [...new Set(invalid)],
  };
}

function importOf(name: string): number {
  const code = `const start = performance.now(); await import(${JSON.stringify(name)}); process.stdout.write(String(performance.now() - start))`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  return stdout === '' ? Number.NaN : Number(stdout);
}
