import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { type Case, cases, copyOf, issue } from './copied-requests.ts';
import { serve } from './served.ts';

test('a request can be copied as one curl command with its credential', async () => {
  const { text, served } = await copyOf(cases['a comment'] as Case);
  expect(text).toBe(
    [
      `curl -i -X POST --globoff --path-as-is '${served.url}/api/v1${issue}/comments'`,
      "-H 'Authorization: Bearer svc_acme' -H 'Content-Type: application/json'",
      String.raw`--data-raw '{"content":"It'\''s \"1\" \\ $HOME ${'`x`'} 100%"}'`,
    ].join(' '),
  );
  expect((await copyOf(cases['a wrong key'] as Case)).text).toContain("'Authorization: Bearer svc_wrong'");
  expect((await copyOf(cases['no key'] as Case)).text).not.toContain('Authorization');
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

const sendable = Object.entries(cases).filter(
  ([name]) => !/HEAD|invalid JSON|missing body|content type|malformed/.test(name),
);

test.each(sendable)('the copied call of the client sends the same request: %s', async (_, each) => {
  const { text, served } = await copyOf(each, 'sdk');
  const [copied] = served.mock.requests.all();
  // The credential is the client's, not the call's.
  const client = new IssueTrackingClient({ ...served.mock.clientOptions, retry: false });
  await run(`return ${text}`, { client }).catch(() => {});
  const sent = served.mock.requests.last();
  expect(sent?.number).toBe(2);
  for (const member of ['method', 'path', 'body'] as const) expect(sent?.[member]).toEqual(copied?.[member]);
  expect(Object.fromEntries(new URLSearchParams(sent?.search))).toEqual(
    Object.fromEntries(new URLSearchParams(copied?.search)),
  );
});

test.each(sendable)('the copied test passes: %s', async (_, each) => {
  const { text } = await copyOf(each, 'test');
  expect(await passes(text)).toBe(true);
});

test('a copied test has the fault, the scenario and the settings of its request', async () => {
  const { control, get, mock } = await serve();
  mock.faults.add({ endpoint: 'issues.get', status: 503, headers: { 'retry-after': '2' } });
  await get(issue);
  mock.faults.add({ endpoint: 'issues.get', drop: true, when: 'after' });
  await get(issue).catch(() => {});
  mock.scenario = 'forbidden';
  await get(issue);
  mock.settings.change({ scenario: 'normal', rateLimit: { requests: 0 } });
  await get(issue);
  const statuses = [503, 'ConnectionError', 403, 429];
  for (const [at, status] of statuses.entries()) {
    const { text } = (await control('requests.test', { number: at + 1 })).body as { text: string };
    expect(text).toContain(`: ${typeof status === 'string' ? `'${status}'` : status} });`);
    expect(await passes(text)).toBe(true);
    const { text: story } = (await control('requests.story', { number: at + 1 })).body as { text: string };
    const shown = `clock: '${new Date(mock.clock.now()).toISOString()}', issues: [{ issueNumber: 1, title: 'Checkout hangs'`;
    expect(story).toContain(`parameters: { issueTracking: { ${shown}`);
  }
  expect(await control('requests.story', { number: 3 })).toMatchObject({
    body: { text: expect.stringContaining("scenario: 'forbidden'") },
  });
});

/** Runs a copied test, which is JavaScript. */
async function passes(text: string): Promise<boolean> {
  const code = text.replaceAll(/^import .*$/gm, '');
  let passed = false;
  const test = async (_: string, body: () => Promise<void>) => {
    await body();
    passed = true;
  };
  await run(`return ${code.trim().replace(/;$/, '')}`, { createMock, virtualClock, IssueTrackingClient, expect, test });
  return passed;
}

function run(code: string, names: object): Promise<unknown> {
  return new Function(...Object.keys(names), `return (async () => { ${code} })();`)(...Object.values(names));
}
