// On Windows, programs such as npm are scripts, which `spawn` of Node doesn't start.
import spawn from 'cross-spawn';
import { UsageError } from '../platform/command-line/usage-error.ts';
import { interruptOf } from './interrupt.ts';
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
  const interrupt = interruptOf(child);
  onSignal((signal) => {
    if (signal === 'SIGINT') interrupt();
    else child.kill(signal);
  });
  child.once('error', ({ code }: NodeJS.ErrnoException) => {
    const isMissing = code === 'ENOENT';
    const isLine = isMissing && args.length === 0 && /\s/.test(name);
    const why = isMissing ? 'there is no such program' : code;
    const advice = isLine ? `. A command line needs a shell: -- sh -c '${name.replaceAll("'", "'\\''")}'` : '';
    reject(new UsageError(`Can't run ${name}: ${why}${advice}`, isMissing ? 127 : 126));
  });
  child.once('exit', (code, signal) => resolve(signal ? exitCodeOf(signal) : (code ?? 1)));
  return promise;
}
