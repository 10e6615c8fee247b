import { expect, test } from 'vitest';
import { run, serviceOf, sparseWorld, worlds } from '../test/fixture.ts';

test.each([
  [['comapre'], 'Unknown command "comapre": did you mean "compare"?'],
  [['compare', '--prject', 'x'], 'Unknown flag --prject: did you mean "--project"?'],
  [['compare', '--project'], '--project needs a value: ID'],
  [['compare', 'prj_web'], 'Unexpected argument "prj_web": only flags are allowed'],
  [['compare', '--write'], '--write needs a test issue: pass --issue N'],
  [['compare', '--issue', '7', '--project', 'p'], '--issue 7 needs --write, which allows changes to the issue'],
  [['compare', '--issue', '07', '--write'], `--issue must be a whole number from 1, found "07"`],
  [['compare', '--issue', '7', '--write'], '--write needs the project of the issue: pass --project ID'],
  [['compare', '--base-url', 'issues.example'], '--base-url must be an absolute URL such as https://issues.example'],
  [['compare', '--base-url', 'https://x.example/api/v1'], 'fragment or /api/v1: write https://x.example'],
  [['compare', '--api-key', 'Bearer svc_x'], '--api-key must not begin with Bearer'],
])('the arguments %j are an error with exit code 2 and no request: %s', async (argv, message) => {
  const mock = serviceOf(sparseWorld());
  const { code, out, error } = await run(mock, argv);
  expect([code, out]).toEqual([2, '']);
  expect(error).toContain(message);
  expect(mock.requests.all()).toEqual([]);
});

test('the error for a missing base URL or credential names a flag or variable that sets it', async () => {
  const mock = serviceOf(sparseWorld());
  const noAddress = await run(mock, ['compare'], { env: { ISSUE_TRACKING_BASE_URL: '' } });
  expect(noAddress).toMatchObject({
    code: 2,
    error: expect.stringContaining('pass --base-url or set ISSUE_TRACKING_BASE_URL'),
  });
  const noKey = await run(mock, ['compare'], { env: { ISSUE_TRACKING_API_KEY: '' } });
  expect(noKey).toMatchObject({ code: 2, error: expect.stringContaining('set ISSUE_TRACKING_API_KEY') });
});

test('each command names an invalid variable in its error', async () => {
  const env = { ISSUE_TRACKING_BASE_URL: 'localhost:4010', ISSUE_TRACKING_API_KEY: 'sk_s3cret' };
  for (const argv of [['compare'], ['pull', '--project', 'p', '-o', 'no-such-folder/world.json']]) {
    const { code, error } = await run(serviceOf(sparseWorld()), argv, { env });
    expect(code).toBe(2);
    expect(error).toContain(
      'ISSUE_TRACKING_BASE_URL must begin with https:// or http://; ISSUE_TRACKING_API_KEY must begin',
    );
    expect(error).not.toContain('s3cret');
  }
});

test('a service that cannot be reached ends the run with exit code 2', async () => {
  const fetch: typeof globalThis.fetch = async () => {
    throw new TypeError('fetch failed');
  };
  const { code, error } = await run(serviceOf(sparseWorld()), ['compare', '--json'], { fetch });
  expect(code).toBe(2);
  expect(error).toContain('run ended early: GET /api/v1/projects: ');
});

test('--help lists the commands, the help of a command lists its flags, and --version prints the version', async () => {
  const mock = serviceOf(sparseWorld());
  expect((await run(mock, ['--help'])).out).toContain(
    '  compare    Compares a service with the mock: which rules it breaks, and how it behaves where they leave a choice\n',
  );
  expect((await run(mock, ['pull', '-h'])).out).toMatch(/-o, --output FILE +The world file/);
  expect((await run(mock, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('on a terminal, compare shows its progress and erases it at the end', async () => {
  const { error } = await run(serviceOf(sparseWorld()), ['compare'], { terminal: true, env: { NO_COLOR: '1' } });
  expect(error).toContain('\r\u001b[2K1/1 reading the data · ');
  expect(error.endsWith('\r\u001b[2K')).toBe(true);
});

test('each line of the progress fits in one row of the terminal, because only one row is erased', async () => {
  for (const columns of [40, 0]) {
    const options = { terminal: true, columns, env: { NO_COLOR: '1' } };
    const { error } = await run(serviceOf(worlds.rich()), ['compare'], options);
    const [, ...lines] = error.split('\r\u001b[2K');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(columns || 80);
    expect(lines.some((line) => line.includes('waiting'))).toBe(true);
  }
});
