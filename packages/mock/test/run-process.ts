import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';

/** Runs a command to its end. */
export function runProcess(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): Promise<{ out: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    // A full pipe would stop it.
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', (code) => resolve({ out, code }));
  });
}
