import { expect, test } from 'vitest';
import { type Case, cases, copyOf, issue } from './copied-requests.ts';
import { serve } from './served.ts';

test('a request can be copied as one curl command with its credential', async () => {
  const { curl, served } = await copyOf(cases['a comment'] as Case);
  expect(curl).toBe(
    [
      `curl -i -X POST --globoff --path-as-is '${served.url}/api/v1${issue}/comments'`,
      "-H 'Authorization: Bearer svc_acme' -H 'Content-Type: application/json'",
      String.raw`--data-raw '{"content":"It'\''s \"1\" \\ $HOME ${'`x`'} 100%"}'`,
    ].join(' '),
  );
  expect((await copyOf(cases['a wrong key'] as Case)).curl).toContain("'Authorization: Bearer svc_wrong'");
  expect((await copyOf(cases['no key'] as Case)).curl).not.toContain('Authorization');
});

test('a request whose body is only partly in the log cannot be copied', async () => {
  const { control, patch } = await serve();
  await patch(issue, `"${'x'.repeat(65_536)}"`);
  expect(await control('requests.curl', { number: 1 })).toMatchObject({
    status: 400,
    body: {
      details: [
        { message: expect.stringContaining("Request 1 can't be copied. The log does not have its whole body") },
      ],
    },
  });
});
