import { spawn } from 'node:child_process';

/** The result of a command. */
export interface Finished {
  /** `null` after a signal, such as that of the time limit. */
  readonly code: number | null;
  /** Standard output and standard error in order, without colours. */
  readonly output: string;
  readonly seconds: number;
}

/** Runs a command until it exits or the time limit kills it. Never rejects. */
export function runCommand(
  [command = '', ...args]: readonly string[],
  { cwd, env = {}, timeoutMs = 180_000 }: { cwd: string; env?: Record<string, string>; timeoutMs?: number },
): Promise<Finished> {
  const start = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd,
      // A process group of its own, so that child processes end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', CI: '1', NODE_OPTIONS: '', FORCE_COLOR: '0', ...env },
    });
    const end = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has exited.
      }
    };
    const timer = setTimeout(() => {
      output += `\n(killed after ${timeoutMs / 1000} s)`;
      end();
    }, timeoutMs);
    const finish = (code: number | null) => {
      clearTimeout(timer);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
      resolve({ code, output: output.replace(/\x1b\[[\d;]*m/g, ''), seconds: (performance.now() - start) / 1000 });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      output += `\n${error.message}`;
      finish(null);
    });
    child.once('close', finish);
  });
}
