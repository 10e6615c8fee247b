import { type ChildProcess, spawn } from 'node:child_process';

/** Time for the witness to end after a Ctrl-C, in milliseconds. */
const witnessMs = 1000;
/** A package runner may pass on a Ctrl-C that the terminal has sent already. */
const sameMs = 200;

/**
 * Returns a function that passes SIGINT on to a program, unless the program got it, too: a terminal sends Ctrl-C to all its
 * programs, and many end at once at a second one. A second SIGINT ends the program.
 */
export function interruptOf(program: ChildProcess): () => void {
  let witness: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let count = 0;
  program.once('spawn', () => {
    // Windows sends Ctrl-C to all programs of a console, and has no other SIGINT.
    if (process.platform !== 'win32') witness = startWitness();
  });
  program.once('exit', () => {
    clearTimeout(timer);
    witness?.kill('SIGKILL');
  });
  return () => {
    const isSame = performance.now() - last < sameMs;
    last = performance.now();
    if (isSame) return;
    count++;
    if (count > 1) program.kill(count === 2 ? 'SIGTERM' : 'SIGKILL');
    else
      timer = setTimeout(() => {
        if (witness && witness.signalCode !== 'SIGINT') program.kill('SIGINT');
      }, witnessMs);
  };
}

/** Starts a process that shows a Ctrl-C: it ends with a SIGINT that is sent to all programs of its terminal, or with this process. */
function startWitness(): ChildProcess {
  const witness = spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Without it, each SIGINT is passed on.
  witness.once('error', () => {});
  return witness;
}
