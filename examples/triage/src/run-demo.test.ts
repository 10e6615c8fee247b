import { expect, test } from 'vitest';
import { paper } from './paper.ts';
import { type RunOptions, runDemo } from './run-demo.ts';

/** Runs the demo as a program would, and collects what it prints. */
async function run(args: string[], options: Partial<RunOptions> & { isTTY?: boolean; columns?: number } = {}) {
  const { isTTY = false, columns, ...rest } = options;
  let text = '';
  const output = {
    write: (part: string) => {
      text += part;
    },
    isTTY,
    ...(columns !== undefined && { columns }),
  };
  const status = await runDemo(args, {
    env: {},
    stopped: () => Promise.reject(new Error('It waited.')),
    ...rest,
    output,
  });
  return { status, text, lines: text.split('\n') };
}

const url = /http:\/\/127\.0\.0\.1:\d+/;

test('the demo prints projects, open issues, one issue in full, its changes and rejected calls', async () => {
  const { status, text } = await run([]);
  expect(status).toBe(0);
  expect(text).toMatch(url);
  expect(text).toMatch(/^ {2}prj_web {2,}Web shop {2,}Catalogue/m);
  expect(text).toMatch(/^\d+ open issues in Web shop/m);
  expect(text).toMatch(/^ {3}#\d+ {2}critical {2}\S/m);
  expect(text).toMatch(/^ {2}reported {2}2026-10-\d\d by /m);
  expect(text).toMatch(
    /status {3}open → in_progress\n {2}comment {2}Reproduced.*\n {2}status {3}in_progress → fix_submitted/,
  );
  expect(text).toMatch(/Set `verified` +InvalidArgumentError, not sent\n/);
  expect(text).toMatch(/around the client +403 PermissionError\n/);
  expect(text).toMatch(/another organization +404 NotFoundError\n {4}Project not found/);
  expect(text).toMatch(/only read +403 PermissionError\n {4}Insufficient scope/);
  expect(text).toMatch(/^Done: \d+ requests in \d/m);
});

test('the mock is stopped at the end of the demo', async () => {
  const { text } = await run([]);
  await expect(fetch(`${url.exec(text)?.[0]}/api/v1/projects`)).rejects.toThrow();
});

test('each line fits a terminal of 80 columns', async () => {
  const { lines } = await run([], { columns: 80 });
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
});

test('colours are printed to terminals only, and not with NO_COLOR', async () => {
  const controlSequence = '\u001b[';
  expect((await run([])).text).not.toContain(controlSequence);
  expect((await run([], { isTTY: true, env: { NO_COLOR: '1' } })).text).not.toContain(controlSequence);
  expect((await run([], { isTTY: true })).text).toContain(controlSequence);
});

test('--keep leaves the mock running, prints how to call it and ends with exit code 0 when stopped', async () => {
  let reached: Response | undefined;
  let text = '';
  const output = {
    write: (part: string) => {
      text += part;
    },
  };
  const status = await runDemo(['--', '--keep'], {
    output,
    env: {},
    async stopped() {
      // The command that the program prints.
      const [, authorization = '', address = ''] = /curl -H 'Authorization: (.+)' (\S+)/.exec(text) ?? [];
      reached = await fetch(address, { headers: { authorization } });
    },
  });
  expect(status).toBe(0);
  expect(reached?.status).toBe(200);
  expect(text).toMatch(/svc_acme_read_only +acme +projects:read issues:read/);
  expect(text).toMatch(/svc_acme_expired +acme +expired/);
  expect(text).toMatch(/oat_mara_demo +Mara Lindqvist +projects:read/);
});

test('an unknown flag ends with exit code 2 and the usage, which --help prints too', async () => {
  expect(await run(['--kep'])).toMatchObject({
    status: 2,
    text: expect.stringMatching(/There is no --kep[\s\S]*--keep/),
  });
  expect(await run(['--help'])).toMatchObject({ status: 0, text: expect.stringContaining('--keep') });
});

test.each([true, false])('texts of issues are printed without control characters, isTTY %s', (isTTY) => {
  let text = '';
  const { line, paint } = paper({ write: (part) => (text += part), isTTY }, {});
  line(paint('red', 'a\u001b]0;OWNED\u0007\u001b[2J\u001b[8mb\nc\u009b2Jd\u202ee'));
  expect(text).toBe(isTTY ? '\u001b[31mab cd e\u001b[39m\n' : 'ab cd e\n');
});
