import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

test('with the fake timers of node:test, calls end with ticks, and without a tick if nothing has to wait', async () => {
  const program = inject('programs')['packages/sdk/test/support/node-timers.ts'] ?? '';
  // Without the variable of a test runner that runs this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--disable-warning=ExperimentalWarning', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toMatch(/pass 5\n/);
});
