import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type Case, cases, copiesOf, issue, run } from './copied-requests.ts';
import { serve } from './served.ts';

test('tests that are copied pass, and each request in them ends as it did', async () => {
  const folder = await mkdtemp(fileURLToPath(new URL('.copied-', import.meta.url)));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    `${folder}/vitest.config.ts`,
    `const conditions = ['@issue-tracking/source', 'module', 'node', 'development|production'];
     export default { test: { include: ['*.test.ts'], isolate: false }, resolve: { conditions }, ssr: { resolve: { conditions } } };`,
  );
  for (const [at, each] of Object.values(cases).entries()) {
    const { test: text } = await copiesOf(each);
    expect(text).not.toMatch(/svc_acme|oat_ada|real_key/);
    await writeFile(`${folder}/${at}.test.ts`, text);
  }
  const vitest = fileURLToPath(import.meta.resolve('vitest/package.json').replace('package.json', 'vitest.mjs'));
  const report = `${folder}/report.json`;
  const { out } = await run(process.execPath, [
    vitest,
    'run',
    '--root',
    folder,
    '--reporter',
    'json',
    '--outputFile',
    report,
  ]);
  const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => out));
  const failed = testResults.flatMap(
    ({ name, message, assertionResults }: { name: string; message: string; assertionResults: Result[] }) =>
      assertionResults.length === 0
        ? [[nameOf(name), message]]
        : assertionResults
            .filter(({ status }) => status !== 'passed')
            .map((one) => [nameOf(name), ...one.failureMessages]),
  );
  expect(failed).toEqual([]);
  expect(testResults).toHaveLength(Object.keys(cases).length);
});

interface Result {
  readonly status: string;
  readonly failureMessages: string[];
}

function nameOf(file: string): string | undefined {
  return Object.keys(cases)[Number(/(\d+)\.test\.ts$/.exec(file)?.[1])];
}

test('what the log has not all of is not copied, and says why', async () => {
  const { control, patch } = await serve();
  await patch(issue, `"${'x'.repeat(65_536)}"`);
  expect(await control('GET', 'requests/1/copies')).toEqual({
    status: 409,
    body: { error: expect.stringContaining("Request 1 can't be copied. The log does not have all of its body") },
  });
});

test('as a call of the SDK, where it has one that sends this', async () => {
  const { call: list } = await copiesOf(cases['an issue list in the words of the client'] as Case);
  expect(list).toBe("await client.issues.list('prj_web', { limit: 2, q: 'it\\'s' });");
  const { call: change } = await copiesOf(cases['a change'] as Case);
  expect(change).toBe("await client.issues.update('prj_web', 1, { status: 'blocked' });");
  expect((await copiesOf(cases['no path'] as Case)).call).toBeNull();
  expect((await copiesOf(cases['a wrong value'] as Case)).call).toBeNull();
});
