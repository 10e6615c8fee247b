import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { IssueTrackingClient } from '../../packages/sdk/src/index.ts';

/**
 * Prints the source files of which a function runs during one call of the client, and during one request to the mock.
 * `docs/contributing/architecture.md` describes both. Run it with
 * `node --conditions=@issue-tracking/source tools/check/call-trace.ts`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the source files of a package of which a function runs during a call, in alphabetical order. */
async function filesRunBy(folder: string, call: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ url, functions }) => url.includes(`/${folder}/`) && functions.some(hasRun))
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .sort();
}

/** Whether a function has run. V8 counts the module itself as a function without a name. */
function hasRun({ functionName, ranges }: { functionName: string; ranges: { count: number }[] }): boolean {
  return functionName !== '' && ranges.some(({ count }) => count > 0);
}

function print(title: string, files: readonly string[]): void {
  console.log(`${title}: ${files.length} files\n${files.map((file) => `  ${file}`).join('\n')}\n`);
}

const mock = createMock();
const client = new IssueTrackingClient(mock.clientOptions);
print(
  "client.issues.update('prj_web', 1, …)",
  await filesRunBy('packages/sdk/src', () => client.issues.update('prj_web', 1, { status: 'in_progress' })),
);

const server = await listen(mock);
const headers = { authorization: `Bearer ${mock.clientOptions.apiKey}` };
print(
  'GET /api/v1/projects/prj_web/issues over HTTP',
  await filesRunBy('packages/mock/src', async () => {
    const response = await fetch(`${server.url}/api/v1/projects/prj_web/issues`, { headers });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }),
);
await server.close();
