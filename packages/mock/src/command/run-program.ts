import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';
import { UsageError } from '../platform/command-line/usage-error.ts';
import { exitCodeOf } from './signals.ts';

/**
 * Runs a program with the command's input and output. Resolves to its exit code, or 128 and the number of the signal that has
 * ended it.
 *
 * @param onSignal Passes on each signal.
 *
 * @throws UsageError if it can't be started, with the exit code that shells have for that.
 */
export function runProgram(
  [name = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  onSignal: (listener: (signal: NodeJS.Signals) => void) => void,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn(name, args, { stdio: 'inherit', env });
  onSignal((signal) => {
    // A terminal has sent Ctrl-C to all its programs, and many end at once at a second one.
    if (signal !== 'SIGINT' || !isatty(0)) child.kill(signal);
  });
  child.once('error', ({ code }: NodeJS.ErrnoException) => {
    const isMissing = code === 'ENOENT';
    reject(
      new UsageError(`Can't run ${name}: ${isMissing ? 'there is no such program' : code}`, isMissing ? 127 : 126),
    );
  });
  child.once('exit', (code, signal) => resolve(signal ? exitCodeOf(signal) : (code ?? 1)));
  return promise;
}
