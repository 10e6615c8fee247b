#!/usr/bin/env node
import { main } from './cli/main.ts';
import { complaintAbout } from './cli/node-version.ts';

// The reader of a pipe may close it: `issue-tracking-mock | head -1` goes on serving.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const complaint = complaintAbout(process.versions.node);
if (complaint) {
  process.stderr.write(complaint);
  process.exitCode = 1;
} else {
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    terminal: process.stdout.isTTY === true,
    env: process.env,
    onStop(listener) {
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, listener);
    },
  });
}
