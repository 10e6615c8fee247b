import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { seeds } from '../../../tools/testing/seeds.ts';
import { writeSuite } from './generated-suite.ts';
import { runProcess } from './run-process.ts';

// Within the package, which may then import itself by its name.
const folder = mkdtempSync(join(import.meta.dirname, '.suites-'));
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
afterAll(() => rmSync(folder, { recursive: true }));

writeSuite(folder, { files: 30, ways: ['clientOptions', 'setupMock', 'tenants'] });
const conditions = ['@issue-tracking/source', 'module', 'node', 'development|production'];
const config = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { globals: true, testTimeout: 60_000 },
};
writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);

/** Vitest's JSON report. */
interface Result {
  readonly numPassedTests: number;
  readonly testResults: readonly { name: string; assertionResults: readonly { status: string }[] }[];
}

// Jest runs the same suite, packed: see tools/compat.
test.each(seeds(1, 6).map((seed) => [seed % 2 ? '--isolate' : '--no-isolate', seed] as const))(
  '300 tests in 30 files pass in any order in Vitest with %s, seed %i',
  { timeout: 600_000 },
  async (mode, seed) => {
    // Failed authentications of one tenant are not another's.
    const mock = createMock({ source: ({ headers }) => headers.get('authorization') ?? '' });
    const server = await listen(mock);
    onTestFinished(() => server.close());
    const order = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
    const { code } = await runProcess(
      process.execPath,
      [vitest, 'run', mode, ...order, '--reporter=json', '--outputFile=result.json'],
      { cwd: folder, env: { ...process.env, MOCK_URL: server.url } },
    );
    const { numPassedTests, testResults }: Result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    const failed = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status !== 'passed').map((each) => ({ name, ...each })),
    );
    expect(failed).toEqual([]);
    expect([numPassedTests, code]).toEqual([300, 0]);
  },
);
