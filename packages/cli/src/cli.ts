#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { main } from './main.ts';
import { outputTo } from './output/stream-output.ts';
import { type StopSignal, stopSignals } from './platform/stop-signals.ts';

const [out, error] = [outputTo(process.stdout), outputTo(process.stderr)];

const exitCode = await main(process.argv.slice(2), {
  out: out.write,
  error: error.write,
  env: process.env,
  onStop(listener) {
    for (const signal of Object.keys(stopSignals) as StopSignal[]) process.on(signal, listener);
  },
  stdin: () => text(process.stdin),
  terminal: {
    out: process.stdout.isTTY === true,
    error: process.stderr.isTTY === true,
    get columns() {
      return process.stdout.columns ?? process.stderr.columns;
    },
  },
});
// The streams report errors of the last writes asynchronously.
await new Promise(setImmediate);
const failure = out.failure();
if (failure) error.write(`issue-tracking: standard output can't be written (${failure.message})\n`);
process.exitCode = failure ? 2 : exitCode;
