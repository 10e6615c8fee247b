import { expect, test } from 'vitest';
import { type Case, cases, copiesOf, issue } from './copied-requests.ts';
import { serve } from './served.ts';

test('a request can be copied as one curl command with its credential', async () => {
  const { curl, served } = await copiesOf(cases['a comment'] as Case);
  expect(curl).toBe(
    [
      `curl -i -X POST --globoff --path-as-is '${served.url}/api/v1${issue}/comments'`,
      "-H 'Authorization: Bearer svc_acme' -H 'Content-Type: application/json'",
      String.raw`--data-raw '{"content":"It'\''s \"1\" \\ $HOME ${'`x`'} 100%"}'`,
    ].join(' '),
  );
  expect((await copiesOf(cases['a wrong key'] as Case)).curl).toContain("'Authorization: Bearer svc_wrong'");
  expect((await copiesOf(cases['no key'] as Case)).curl).not.toContain('Authorization');
});

test('a request whose body is only partly in the log cannot be copied', async () => {
  const { control, patch } = await serve();
  await patch(issue, `"${'x'.repeat(65_536)}"`);
  expect(await control('requests.copies', { number: 1 })).toMatchObject({
    status: 400,
    body: {
      details: [
        { message: expect.stringContaining("Request 1 can't be copied. The log does not have its whole body") },
      ],
    },
  });
});

test('a request can be copied as an SDK call, if the SDK can send it', async () => {
  const { call: list } = await copiesOf(cases['an issue list with SDK parameters only'] as Case);
  expect(list).toBe("await client.issues.list('prj_web', { limit: 2, q: 'it\\'s' });");
  const { call: change } = await copiesOf(cases['a change'] as Case);
  expect(change).toBe("await client.issues.update('prj_web', 1, { status: 'blocked' });");
  expect((await copiesOf(cases['an unknown path'] as Case)).call).toBeNull();
  expect((await copiesOf(cases['an invalid value'] as Case)).call).toBeNull();
});
