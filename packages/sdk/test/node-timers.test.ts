import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('with the fake timers of node:test, calls end with ticks, and without a tick if nothing has to wait', async () => {
  const program = fileURLToPath(new URL('support/node-timers.ts', import.meta.url));
  // Without the variable of a test runner that runs this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--conditions=@issue-tracking/source', '--disable-warning=ExperimentalWarning', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toMatch(/pass 5\n/);
});
