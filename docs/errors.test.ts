import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, 'reference/errors.md'), 'utf8');
const mock = createMock();

/** Sends an update of an issue. */
async function update(issueNumber: number, body: string, type = 'application/json') {
  const response = await mock.fetch(`${mock.baseUrl}/api/v1/projects/prj_web/issues/${issueNumber}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${mock.clientOptions.apiKey}`, 'content-type': type },
    body,
  });
  return { status: response.status, json: await response.json() };
}

test('the page of errors shows what the mock responds [EP-10] [ERR-2]', async () => {
  const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(await update(1, '{"status":"done"}')).toEqual({ status: 400, json: JSON.parse(shown) });
});

test('an unknown status of an issue that is not there is a 404 [GAP-20]', async () => {
  expect(page).toContain('an update with an unknown status is a 400 where the issue is there, and a 404 where it');
  expect((await update(99, '{"status":"done"}')).status).toBe(404);
});

test('the page of behavior options is right about forms of a body [GAP-33]', async () => {
  expect((await update(1, '\ufeff{"status":"blocked"}')).status).toBe(400);
  const twice = await update(1, '{"status":"verified","status":"blocked"}', 'application/json; charset=iso-8859-1');
  expect(twice).toMatchObject({ status: 200, json: { data: { status: 'blocked' } } });
});
