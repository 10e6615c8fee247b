import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program that runs in a process of its own. */
export interface Program {
  readonly name: string;
  /** Code of a module. */
  readonly code: string;
}

/** Milliseconds of one run, without the start of Node. */
export interface Spent {
  readonly wall: number;
  /** Of all threads. */
  readonly cpu: number;
}

/** Rounds in which each program runs once, in rotating order. */
export const rounds = 15;

/** Runs programs in rounds. Returns what each of them took in each round, and those that did not run. */
export function inFreshProcesses(programs: readonly Program[]): { samples: Spent[][]; invalid: string[] } {
  const samples = programs.map((): Spent[] => []);
  const invalid = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < programs.length; turn += 1) {
      const index = (turn + round) % programs.length;
      const { name, code } = programs[index] as Program;
      const spent = run(code);
      if (spent) samples[index]?.push(spent);
      else invalid.add(`${name} did not run`);
    }
  }
  return { samples, invalid: [...invalid] };
}

function run(code: string): Spent | undefined {
  const measured = `
    const [start, before] = [performance.now(), process.cpuUsage()];
    ${code}
    const [wall, { user, system }] = [performance.now() - start, process.cpuUsage(before)];
    process.stdout.write('SPENT ' + JSON.stringify({ wall, cpu: (user + system) / 1000 }));
    process.exit();`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', measured], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  const [, found] = /SPENT (.+)$/.exec(stdout) ?? [];
  return found === undefined ? undefined : JSON.parse(found);
}
