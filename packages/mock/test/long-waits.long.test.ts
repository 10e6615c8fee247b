import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runProcess } from './run-process.ts';

// Within the package, which may then import itself by its name.
const folder = mkdtempSync(join(import.meta.dirname, '.waits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const conditions = ['@issue-tracking/source', 'module', 'node', 'development|production'];
const config = { resolve: { conditions }, ssr: { resolve: { conditions } } };
writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);

/** Writes a test with more calls than one window lets go. */
function write(file: string, runner: string, options = ''): string {
  const path = join(folder, file);
  writeFileSync(
    path,
    `import { createMock } from '@issue-tracking/mock';
    import { IssueTrackingClient } from '@issue-tracking/sdk';
    import { test } from '${runner}';
    const client = new IssueTrackingClient(createMock().clientOptions);
    test('many calls', ${options} async () => {
      for (let i = 0; i < 120; i++) await client.issues.get('prj_web', 1);
    });`,
  );
  return path;
}

const line = /\[issue-tracking\] GET \S+ waits \d+ ms for the rate limit\. In tests, pass rateLimit: false or /;

test('when a test of Vitest times out, the line about the wait is on the screen', async () => {
  write('many.test.ts', 'vitest');
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const { out, code } = await runProcess(process.execPath, [vitest, 'run'], { cwd: folder, withErrors: true });
  expect(out).toMatch(line);
  expect(out).toContain('Test timed out in 5000ms');
  expect(code).toBe(1);
});

// This runner has no time limit by default.
test('when a test of node:test times out, the line about the wait is on the screen', async () => {
  const file = write('many.ts', 'node:test', '{ timeout: 5000 },');
  const args = ['--conditions=@issue-tracking/source', '--test', '--test-force-exit', file];
  const { out, code } = await runProcess(process.execPath, args, { cwd: folder, withErrors: true });
  expect(out).toMatch(line);
  expect(out).toContain('test timed out after 5000ms');
  expect(code).toBe(1);
});
