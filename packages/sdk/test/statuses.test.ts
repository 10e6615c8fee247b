import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IssueTrackingClient, IssueTrackingError } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { isLong } from '../../../tools/testing/seeds.ts';
import { type Ending, endingsOf, type Method } from './fault-table.ts';
import { comment, issue } from './support/records.ts';
import { errorResponse, json, scripted } from './support/scripted-service.ts';

const statuses = Array.from({ length: 200 }, (_, at) => 400 + at);
/** The short run sends those that HTTP has, and the last of each hundred. */
const sent = statuses.filter((status) => isLong || status % 100 < 32 || [451, 499, 599].includes(status));

const old = issue({ updatedAt: '2026-03-01T09:30:00.000Z' });
const untouched = () => json({ data: old }, { headers: { date: 'Wed, 01 Apr 2026 09:30:00 GMT' } });

const calls: Readonly<Record<Method, (client: IssueTrackingClient) => Promise<unknown>>> = {
  get: (client) => client.issues.get('prj_web', 7),
  patch: (client) => client.issues.update('prj_web', 7, { status: 'blocked' }),
  post: (client) => client.issues.comments.create('prj_web', 7, { content: 'Once' }),
  delete: (client) => client.request('DELETE', '/api/v1/projects/prj_web/issues/7/comments/c1'),
};
const successes: Readonly<Record<Method, () => Response>> = {
  get: untouched,
  patch: () => json({ data: { ...old, status: 'blocked' } }),
  post: () => json({ data: comment('c1', 'Once') }, { status: 201 }),
  delete: () => new Response(null, { status: 204 }),
};

/** Returns how a call ends whose first request gets this status, and whose later ones succeed. */
async function endingOf(method: Method, status: number): Promise<Ending> {
  const { client, requests } = scripted([
    (request) => {
      const attempt = requests.filter((each) => each.method === request.method).length;
      // Before an update is sent again, the client reads the issue.
      if (request.method === 'GET' && method === 'patch') return untouched();
      return attempt === 1 ? errorResponse(status, 'No') : successes[method]();
    },
  ]);
  const attempts = () => requests.filter((each) => each.method === method.toUpperCase()).length;
  return calls[method](client).then(
    () => ({ ends: 'ok', attempts: attempts() }),
    (error: unknown) => {
      if (!(error instanceof IssueTrackingError)) throw error;
      const { name, mayHaveBeenApplied } = error;
      return { ends: name, attempts: attempts(), ...(method !== 'get' && { mayHaveBeenApplied }) };
    },
  );
}

test.each(Object.keys(calls) as Method[])(
  'after each error status, a %s ends as the table of faults has it [LIM-2] [ERR-5]',
  async (method) => {
    for (const status of sent) {
      const { mayHaveBeenApplied, ...expected } = endingsOf(status)[method];
      const isWrite = method !== 'get' && expected.ends !== 'ok';
      expect([status, await endingOf(method, status)]).toEqual([
        status,
        { ...expected, ...(isWrite && { mayHaveBeenApplied }) },
      ]);
    }
  },
);

test('the page about retries has each status from 400 to 599, as the table of faults has it', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/client/errors-and-retries.md'), 'utf8');
  const [, table = ''] = page.split('| Response | GET');
  const rows = table.split('\n').map((row) => row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')));
  /** Returns the row that names a status itself, its hundred, or the rest of its hundred. */
  const rowOf = (status: number) => {
    const hundred = `${Math.floor(status / 100)}xx`;
    const has = (name: string) => rows.find(([names = '']) => names.split(', ').includes(name));
    return has(`${status}`) ?? has(hundred) ?? has(`any other ${hundred}`);
  };
  for (const status of statuses) {
    const [, ...cells] = rowOf(status) ?? [];
    const { get, patch, post } = endingsOf(status);
    // The page says when a 401 may be a mistake.
    const isRetried = [get, patch, post].map(({ attempts }) => attempts > 1 || status === 401);
    expect([status, cells.map((cell) => cell !== 'no')]).toEqual([status, isRetried]);
  }
});
