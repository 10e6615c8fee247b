#!/usr/bin/env node
import { isatty } from 'node:tty';
import { outputTo } from './command/output.ts';
import { exitCodeOf, onEndOfNpx, stopSignals } from './command/signals.ts';
import { nodeComplaint } from './platform/node-version.ts';

const end = process.argv.indexOf('--', 2);
const argv = process.argv.slice(2, end < 0 ? undefined : end);
const program = end < 0 ? undefined : process.argv.slice(end + 1);

// Before the rest is loaded: without a listener, the first process of a container ignores a signal.
let onSignal: (signal: NodeJS.Signals) => void = (signal) => process.exit(program ? exitCodeOf(signal) : 0);
for (const signal of stopSignals) process.on(signal, () => onSignal(signal));
onEndOfNpx(() => onSignal('SIGTERM'));

const complaint = nodeComplaint('issue-tracking-mock');
if (complaint) {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
} else {
  const { main } = await import('./command/main.ts');
  const error = outputTo(2);
  // Standard output is the program's.
  const out = program ? error : outputTo(1);
  process.exitCode = await main(argv, {
    program,
    out: out.write,
    error: error.write,
    terminal: isatty(program ? 2 : 1),
    env: process.env,
    onSignal(listener) {
      onSignal = listener;
    },
  });
  await Promise.all([out.end(), error.end()]);
}
