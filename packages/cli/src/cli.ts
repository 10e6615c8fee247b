#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { main } from './main.ts';

// The reader of a pipe may close it: `issue-tracking verify | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const streams = {
  out: (text: string) => void process.stdout.write(text),
  error: (text: string) => void process.stderr.write(text),
  env: process.env,
  onStop(listener: (signal: 'SIGINT' | 'SIGTERM') => void) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, listener);
  },
};

process.exitCode = await main(process.argv.slice(2), {
  ...streams,
  stdin: () => text(process.stdin),
  terminal: {
    out: process.stdout.isTTY === true,
    error: process.stderr.isTTY === true,
    columns: process.stdout.columns,
  },
  async mock(argv) {
    // Only now: no other command needs it.
    const mock = await import('@issue-tracking/mock/command');
    return mock.main(argv, { ...streams, terminal: process.stdout.isTTY === true });
  },
});
