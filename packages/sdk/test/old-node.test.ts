import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Takes away what Node 20 doesn't have, and then makes a client and a mock. */
const program = `
  delete Promise.withResolvers;
  delete Map.groupBy;
  delete Object.groupBy;
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
  const { IssueTrackingClient } = await import('@issue-tracking/sdk');
  const { createMock } = await import('@issue-tracking/mock');
  for (const make of [() => new IssueTrackingClient(), () => createMock()])
    try { make(); } catch (error) { console.log(error.message); }
`;

test('a Node that is too old is named by client and mock at their first use, not at their import', async () => {
  const args = ['--conditions=@issue-tracking/source', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const needed = 'requires Node 22.18 or later, found 20.20.2';
  expect(stdout).toBe(`@issue-tracking/sdk ${needed}\n@issue-tracking/mock ${needed}\n`);
});
