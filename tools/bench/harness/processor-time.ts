import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns the processor time in milliseconds that another process has taken since its start. */
export function processorTimeOf(pid: number): number {
  if (process.platform === 'linux') {
    // The name of the program, in parentheses, may contain spaces. Times are in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
  const { stdout } = spawnSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
  return (
    stdout
      .trim()
      .split(':')
      .reduce((total, part) => total * 60 + Number(part), 0) * 1000
  );
}
