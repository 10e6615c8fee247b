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

test('the errors page shows the response of the mock to an invalid status [EP-10] [ERR-2]', async () => {
  const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(await update(1, '{"status":"done"}')).toEqual({ status: 400, json: JSON.parse(shown) });
});

test('an update with an unknown status of an unknown issue gets 404, as the errors page says [GAP-20]', async () => {
  expect(page).toContain('an update with an unknown status is a 400 where the issue is there, and a 404 where it');
  expect((await update(99, '{"status":"done"}')).status).toBe(404);
});

test('a body with a byte order mark gets 400, and the last of two equal members counts [GAP-33]', async () => {
  expect((await update(1, '\ufeff{"status":"blocked"}')).status).toBe(400);
  const twice = await update(1, '{"status":"verified","status":"blocked"}', 'application/json; charset=iso-8859-1');
  expect(twice).toMatchObject({ status: 200, json: { data: { status: 'blocked' } } });
});
