import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';

/** Runs a command to its end. `withErrors`: whether `out` contains stderr too. */
export function runProcess(
  command: string,
  args: readonly string[],
  { withErrors, ...options }: SpawnOptionsWithoutStdio & { withErrors?: boolean } = {},
): Promise<{ out: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    const append = (chunk: unknown) => {
      out += chunk;
    };
    child.stdout.on('data', append);
    // A full pipe would stop it, so it must be read.
    if (withErrors) child.stderr.on('data', append);
    else child.stderr.resume();
    child.on('error', reject);
    child.on('close', (code) => resolve({ out, code }));
  });
}
