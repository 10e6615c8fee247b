#!/usr/bin/env node
import { isatty } from 'node:tty';
import { main } from './command/main.ts';
import { unsupportedNodeMessage } from './command/node-version.ts';
import { outputTo } from './command/output.ts';

const complaint = unsupportedNodeMessage(process.versions.node);
if (complaint) {
  process.stderr.write(complaint);
  process.exitCode = 1;
} else {
  const [out, error] = [outputTo(1), outputTo(2)];
  process.exitCode = await main(process.argv.slice(2), {
    out: out.write,
    error: error.write,
    terminal: isatty(1),
    env: process.env,
    onStop(listener) {
      // SIGHUP: the terminal was closed.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, listener);
    },
  });
  await Promise.all([out.end(), error.end()]);
}
