import fs from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@issue-tracking/model';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { world } from '../../test/fixture.ts';
import { closed, open } from '../../test/raw-http.ts';
import type { CliContext } from './cli-context.ts';
import { flags } from './flags.ts';
import { main } from './main.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-tracking-mock-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

interface Run {
  exit: Promise<number>;
  out(): string;
  error(): string;
  stop(signal?: NodeJS.Signals): void;
  /** The base URL, once it is printed. */
  url(): Promise<string>;
}

/** Runs the command in this process, as a terminal shows it or not, until the test ends. */
function run(
  argv: string[],
  { terminal = false, env = {}, program }: Partial<Pick<CliContext, 'terminal' | 'env' | 'program'>> = {},
): Run {
  let out = '';
  let error = '';
  let isOver = false;
  let stop: Run['stop'] = () => {};
  const exit = main(argv, {
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
    terminal,
    env,
    program,
    onSignal(listener) {
      stop = (signal = 'SIGTERM') => listener(signal);
      if (isOver) stop();
    },
  });
  onTestFinished(async () => {
    isOver = true; // a test that failed may end before the command listens
    stop();
    stop();
    await exit.catch(() => {});
  });
  return {
    exit,
    out: () => out,
    error: () => error,
    stop: (signal) => stop(signal),
    url: async () => {
      await vi.waitUntil(() => /http:\S+/.test(out) || error);
      return /http:\/\/[^\s"]+/.exec(out)?.[0] ?? '';
    },
  };
}

/** Calls a method of a running command's control API. */
async function control({ url }: Run, method: string, input = {}) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(input);
  return (await fetch(`${await url()}/__mock/${method}`, { method: 'POST', headers, body })).json();
}

/** Runs a command that ends by itself. */
async function ended(...argv: string[]): Promise<{ code: number; out: string; error: string }> {
  const { exit, out, error } = run(argv);
  return { code: await exit, out: out(), error: error() };
}

function nameOf({ name }: { name: string }): string {
  return name;
}

test('--help and --version print and exit with 0', async () => {
  const help = await ended('--help');
  expect(help.code).toBe(0);
  for (const name of Object.keys(flags)) expect(help.out).toContain(`--${name}`);
  expect(await ended('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('an invalid flag or value exits with 2 and a suggestion', async () => {
  expect(await ended('--prot', '1')).toEqual({
    code: 2,
    out: '',
    error: expect.stringMatching(/^issue-tracking-mock: Unknown flag --prot: did you mean "--port"\?\n$/),
  });
  expect(await ended('--rate-limit', 'none')).toMatchObject({ code: 2, error: expect.stringContaining('"none"') });
});

test.each([
  ['[]', 'The options must be an object'],
  ['{"behavior":{"listItems":"both"}}', 'There is no behavior option "listItems": did you mean "listItem"?'],
  ['{"behavior":{"listItem":"most"}}', 'The behavior option "listItem" must be one of "both", "reporter"'],
  ['{"behaviour":{}}', 'There is no option "behaviour"; did you mean "behavior"?'],
  ['{"port":1}', 'There is no option "port"'],
  ['{"faults":[{"statuss":503}]}', 'There is no option "faults[0].statuss"; did you mean "status"?'],
  ['{"world":{"organizations":[{"slug":""}]}}', 'organizations[0].slug'],
  ['{"world":null}', 'The world has a mistake'],
])('an options file of %s exits with 2: %s', async (content, message) => {
  const path = await file('wrong-options.json', content);
  const { code, error } = await ended('--options', path);
  expect(code).toBe(2);
  expect(error).toContain(`issue-tracking-mock: ${path}: `);
  expect(error).toContain(message);
});

test('an invalid world file exits with 2 and the path of the mistake', async () => {
  const wrong = await file('wrong.json', {
    organizations: [
      {
        ...world().organizations?.[0],
        projects: [{ id: 'p', slug: 'p', name: 'P', issues: [{ status: 'done', priority: 'most' }] }],
      },
    ],
  });
  const { code, error } = await ended('--world', wrong);
  expect(code).toBe(2);
  expect(error).toContain(`${wrong}: The world has 2 mistakes`);
  expect(error).toContain('organizations[0].projects[0].issues[0].status: ');
});

test('a world file that is missing or not JSON exits with 2', async () => {
  const torn = await file('torn.json', '{ "organizations": [');
  expect(await ended('--world', torn)).toMatchObject({
    code: 2,
    error: expect.stringContaining(`${torn} is not JSON`),
  });
  expect(await ended('--world', await file('null.json', 'null'))).toMatchObject({ code: 2 });
  expect(await ended('--world', join(folder, 'none.json'))).toMatchObject({
    code: 2,
    error: expect.stringContaining('there is no such file. It must be demo, empty or the path of a JSON file'),
  });
  expect(await ended('--world', folder)).toMatchObject({ code: 2, error: expect.stringContaining('EISDIR') });
});

test('the port of another mock exits with 1, and its process is named', async () => {
  const first = run(['--port', '0', '--world', 'empty']);
  const { port } = new URL(await first.url());
  expect(await ended('--world', 'empty', '--port', port)).toEqual({
    code: 1,
    out: '',
    error: `issue-tracking-mock: Can't listen on port ${port} of 127.0.0.1: a mock listens there already, process ${process.pid}. Choose another with --port; 0 is any free one\n`,
  });
});

test('an address of another computer exits with 1', async () => {
  expect(await ended('--world', 'empty', '--host', '192.0.2.1')).toMatchObject({
    code: 1,
    error: expect.stringContaining('the system says EADDRNOTAVAIL. Choose another address with --host'),
  });
});

test('the output has the base URL, the credentials with their scopes, and a working example request', async () => {
  const command = run(['--port', '0', '--world', await file('world.json', world())]);
  const url = await command.url();
  const lines = command.out().split('\n');
  expect(lines[0]).toBe(`Issue Tracking mock  ${url}`);
  expect(lines[1]).toContain('3 organizations, 4 projects, 7 issues.');
  const table = lines.filter((line) => line.startsWith('  svc_') || line.startsWith('  oat_'));
  expect(table.map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['svc_acme', 'acme', 'projects:read issues:read issues:write', 'acme'],
    ['svc_other', 'acme-2', 'projects:read issues:read issues:write', 'acme'],
    ['svc_only_projects:read', 'acme-3', 'projects:read', 'acme'],
    ['svc_only_issues:read', 'acme-4', 'issues:read', 'acme'],
    ['svc_only_issues:write', 'acme-5', 'issues:write', 'acme'],
    ['svc_none', 'acme-6', 'no scopes', 'acme'],
    ['svc_expired', 'acme-7', 'projects:read issues:read issues:write', 'acme (expired)'],
    ['svc_expiring', 'acme-8', 'projects:read issues:read issues:write', 'acme (expired)'],
    ['svc_globex', 'globex', 'projects:read issues:read issues:write', 'globex'],
    ['oat_ada', 'usr_ada', 'projects:read issues:read issues:write', 'acme globex'],
    ['oat_expired', 'usr_ada-2', 'projects:read issues:read issues:write', 'acme globex (expired)'],
  ]);
  const column = lines.find((line) => line.includes('Scopes'))?.indexOf('Scopes') ?? 0;
  for (const line of table) expect(line.slice(column - 2, column + 1)).toMatch(/^ {2}\S$/);
  const [, header = '', address = ''] = /curl -H '(.+)' '(.+)'/.exec(command.out()) ?? [];
  const response = await fetch(address, { headers: [header.split(': ') as [string, string]] });
  expect((await response.json()).data.map(nameOf)).toEqual(['Web', 'Empty']);
});

test('the output lists 20 credentials and counts the rest', async () => {
  const apiKeys = Array.from({ length: 30 }, (_, number) => ({ key: `svc_number_${number}` }));
  const path = await file('many.json', { organizations: [{ ...world().organizations?.[0], apiKeys }] });
  const command = run(['--port', '0', '--world', path]);
  await command.url();
  expect(command.out().match(/^ {2}svc_/gm)).toHaveLength(20);
  expect(command.out()).toContain('and 10 more');
});

test('texts of files are printed without control characters', async () => {
  const issues = [{ issueNumber: 1, status: '\u009b2J\u009b31m \u202eBIDI' }];
  const projects = [{ id: 'prj_web', issues }];
  const organization = { id: '7', slug: 'ac\u001b[2J\u202eme', name: 'Acme', apiKeys: [{ key: 'svc_all' }], projects };
  const pulled = await file('pulled.json', { form: 'pulled', organizations: [organization] });
  const command = run(['--port', '0', '--world', pulled]);
  await command.url();
  expect(command.out()).toContain('  ac me\n');
  expect(command.error()).toContain('status');
  const hostile = await file('hostile.json', { behavior: { '\u001b]0;OWNED\u0007\u001b[2J\u001b[8mRotate': 1 } });
  const unknown = run(['--port', '0', '--options', hostile]);
  const broken = run(['--port', '0', '--world', await file('broken.json', '\u001b[2J\u001b[31m {')]);
  expect([await unknown.exit, await broken.exit]).toEqual([2, 2]);
  expect(unknown.error()).toContain('"Rotate"');
  expect(broken.error()).toContain('is not JSON');
  for (const { out, error } of [command, unknown, broken]) {
    const unsafe = /[\p{Cc}\u202A-\u202E]/u;
    expect(`${out()}${error()}`.split('\n').filter((line) => unsafe.test(line))).toEqual([]);
  }
});

test('a world file can start with a byte order mark', async () => {
  const command = run(['--port', '0', '--world', await file('marked.json', '\uFEFF{}')]);
  expect(await command.url()).toMatch(/^http:/);
});

test('flags override the file of --options', async () => {
  const path = await file('served.json', world());
  const options = await file('options.json', {
    $schema: './node_modules/@issue-tracking/mock/options.schema.json',
    behavior: { listItem: 'reporter', statusRejection: { status: 422, error: 'No' } },
    rateLimit: false,
    world: {},
  });
  const argv = ['--port', '0', '--world', path, '--rate-limit', '2', '--options', options];
  const url = await run([...argv, '--cors', 'https://app.example', '--token', 'tok']).url();
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { authorization: 'Bearer svc_acme', ...init.headers } });
  const list = await ask('/api/v1/projects/prj_web/issues', { headers: { origin: 'https://app.example' } });
  expect(Object.keys((await list.json()).data[0])).not.toContain('labels');
  expect(list.headers.get('access-control-allow-origin')).toBe('https://app.example');
  const body = JSON.stringify({ status: 'verified' });
  const headers = { 'content-type': 'application/json' };
  const refused = await ask('/api/v1/projects/prj_web/issues/1', { method: 'PATCH', headers, body });
  expect([refused.status, await refused.json()]).toEqual([422, { error: 'No' }]);
  expect((await ask('/api/v1/projects')).status).toBe(429);
  expect((await ask('/__mock/')).status).toBe(401);
});

test('ISSUE_TRACKING_MOCK_TOKEN is a token that other users of the computer cannot see, and a flag goes before it', async () => {
  const env = { ISSUE_TRACKING_MOCK_TOKEN: 'of-the-variable' };
  const argv = ['--port', '0', '--world', 'empty', '--host', '0.0.0.0'];
  const [own, flagged] = [run(argv, { env }), run([...argv, '--token', 'of-the-flag'], { env })];
  const asks = async ({ url }: Run, token: string) =>
    (await fetch(`${await url()}/__mock/`, { headers: { 'x-mock-token': token } })).status;
  expect([await asks(own, 'of-the-variable'), await asks(own, 'of-the-variabl')]).toEqual([200, 401]);
  expect([await asks(flagged, 'of-the-variable'), await asks(flagged, 'of-the-flag')]).toEqual([401, 200]);
  expect(own.out()).toContain('Control API');
  const wrong = run(argv, { env: { ISSUE_TRACKING_MOCK_TOKEN: 'two words' } });
  expect(await wrong.exit).toBe(2);
  expect(wrong.error()).toMatch(/^(?!.*two words).*ISSUE_TRACKING_MOCK_TOKEN can't be this value/);
});

test('--rate-limit off disables the rate limit', async () => {
  const path = await file('off.json', world());
  const url = await run(['--port', '0', '--world', path, '--rate-limit', 'off']).url();
  const all = Array.from({ length: limits.requests + 1 }, () =>
    fetch(`${url}/api/v1/projects`, { headers: { authorization: 'Bearer svc_acme' } }),
  );
  for (const response of await Promise.all(all)) expect(response.status).toBe(200);
});

test('the output in a terminal has a line for each request, coloured by its status', async () => {
  const command = run(['--port', '0', '--world', await file('lines.json', world())], { terminal: true });
  const [url = ''] = /http:[\d/.:]+/.exec((await command.url()) && command.out()) ?? [];
  await fetch(`${url}/api/v1/projects`, { headers: { authorization: 'Bearer svc_acme' } });
  await fetch(`${url}/api/v1/projects`);
  await fetch(`${url}/__mock/`);
  await vi.waitUntil(() => command.out().includes('401'));
  const lines = command
    .out()
    .split('\n')
    .filter((line) => line.startsWith('GET'));
  expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    expect.stringContaining('GET /api/v1/projects \x1b[32m200 \x1b[39m acme '),
    expect.stringContaining('GET /api/v1/projects \x1b[33m401 \x1b[39m - no key '),
  ]);
});

test('--json prints a line with the URL and credentials, and one for each request', async () => {
  const command = run(['--port', '0', '--json', '--world', await file('json.json', world())]);
  const url = await command.url();
  await fetch(`${url}/api/v1/projects?organizationSlug=x`);
  await vi.waitUntil(() => command.out().split('\n').length > 2);
  const [start, request] = command
    .out()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(start).toMatchObject({
    event: 'start',
    url,
    pid: process.pid,
    credentials: expect.arrayContaining([
      {
        credential: 'svc_acme',
        name: 'acme',
        kind: 'apiKey',
        scopes: expect.any(Array),
        expiresAt: null,
        organizations: ['acme'],
      },
    ]),
  });
  expect(request).toEqual({
    event: 'request',
    method: 'GET',
    path: '/api/v1/projects',
    status: 401,
    reason: 'no key',
    remedies: [{ text: 'Send it with acme', method: 'requests.replay', input: { number: 1, credential: 'acme' } }],
    ms: expect.any(Number),
  });
});

test('--json prints the changes and warnings of a request', async () => {
  const command = run(['--port', '0', '--json', '--world', await file('json-warnings.json', world())]);
  const url = await command.url();
  const headers = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
  const body = JSON.stringify({ status: 'blocked', prority: 'low' });
  await fetch(`${url}/api/v1/projects/prj_web/issues/1`, { method: 'PATCH', headers, body });
  await vi.waitUntil(() => command.out().split('\n').length > 2);
  expect(JSON.parse(command.out().split('\n')[1] ?? '')).toMatchObject({
    status: 200,
    changes: [{ field: 'status', from: 'open', to: 'blocked' }],
    warnings: [{ kind: 'ignored', field: 'body.prority' }],
  });
});

test('--quiet prints nothing, and a stop exits with 0', async () => {
  const command = run(['--port', '0', '--world', 'empty', '--quiet']);
  await new Promise((resolve) => setImmediate(resolve));
  command.stop();
  expect(await command.exit).toBe(0);
  expect(command.out() + command.error()).toBe('');
});

test('a second stop exits with 0 at once, despite requests in progress', async () => {
  const command = run(['--port', '0']);
  const url = await command.url();
  // It never sends its body.
  const slow = open(url);
  slow.write(
    'POST /api/v1/projects/prj_web/issues/1/comments HTTP/1.1\r\nHost: localhost\r\n' +
      'Authorization: Bearer svc_acme_demo\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n',
  );
  await vi.waitUntil(
    async () => (await (await fetch(`${url}/__mock/requests.all`, { method: 'POST' })).json()).length === 1,
  );
  const cut = closed(slow.resume());
  // What a first stop leaves to requests never ends.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  command.stop();
  command.stop();
  expect(await command.exit).toBe(0);
  await cut;
});

test('a host that other computers can reach prints a warning and has no control API without a token', async () => {
  const command = run(['--port', '0', '--world', 'empty', '--host', '0.0.0.0']);
  const url = await command.url();
  expect(command.error()).toMatch(/^Warning: other computers can reach 0\.0\.0\.0 .*--token/);
  expect((await fetch(`${url}/__mock/`)).status).toBe(403);
  expect(command.out()).not.toContain('Control API');
});

test('the output has the URLs of the panel and the control API', async () => {
  const command = run(['--port', '0', '--world', 'empty']);
  const url = await command.url();
  // A clone may have no built panel.
  const panel = (await fetch(`${url}/__mock/ui/`)).ok ? `${url}/__mock/ui/` : 'not built (pnpm';
  expect(command.out()).toContain(`Panel: ${panel}`);
  expect(command.out()).toContain(`  Control API: ${url}/__mock/\n`);
});

test('--watch reloads an edited world file, and keeps the records if the file is invalid', async () => {
  const edited = world();
  const path = await file('watched.json', edited);
  const command = run(['--port', '0', '--world', path, '--watch']);
  const url = await command.url();
  const headers = { authorization: 'Bearer svc_acme' };
  const names = async () => (await (await fetch(`${url}/api/v1/projects`, { headers })).json()).data?.map(nameOf);
  expect(await names()).toEqual(['Web', 'Empty']);

  const [acme] = edited.organizations ?? [];
  if (acme?.projects?.[0]) acme.projects[0].name = 'Renamed';
  await file('watched.json', edited);
  await vi.waitUntil(() => command.out().includes(`Loaded ${path}: 3 organizations, 4 projects, 7 issues.`));
  expect(await names()).toEqual(['Renamed', 'Empty']);
  await fetch(`${url}/__mock/reset`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  expect(await names()).toEqual(['Renamed', 'Empty']);

  await file('watched.json', { organizations: [{ ...acme, slug: '' }] });
  await vi.waitUntil(() => command.error().includes('slug'));
  expect(command.error()).toContain(`World file not reloaded: ${path}: The world has a mistake`);
  await file('watched.json', '{ "organizations": ');
  await vi.waitUntil(() => command.error().includes('is not JSON'));
  expect(await names()).toEqual(['Renamed', 'Empty']);
});

test('a world file that fails unexpectedly is reported, and its next edit is loaded', async () => {
  const path = await file('deep.json', world());
  const command = run(['--port', '0', '--world', path, '--watch']);
  const url = await command.url();
  const headers = { authorization: 'Bearer svc_acme' };
  // Too deep to be copied.
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  await file('deep.json', `{"form":"pulled","organizations":[{"id":"o","slug":"o","name":${deep}}]}`);
  await vi.waitUntil(() => command.error().includes('not reloaded'));
  expect(command.error()).toContain(`World file not reloaded: ${path}: Maximum call stack`);
  expect((await fetch(`${url}/api/v1/projects`, { headers })).status).toBe(200);
  await file('deep.json', {});
  await vi.waitUntil(() => command.out().includes(`Loaded ${path}`));
  expect((await fetch(`${url}/api/v1/projects`, { headers })).status).toBe(401);
});

test('--watch needs --world with a file', async () => {
  expect(await ended('--watch')).toMatchObject({ code: 2, error: expect.stringContaining('--world') });
});

test('--state keeps a moved clock, faults and changed settings over restarts, and what of the options was not changed', async () => {
  const state = join(folder, 'kept-state.json');
  const options = await file('kept-options.json', {
    latencyMs: 1,
    rateLimit: { requests: 50 },
    faults: [{ status: 418 }],
  });
  const start = () => run(['--port', '0', '--world', 'empty', '--options', options, '--state', state]);
  const first = start();
  await control(first, 'settings.change', { scenario: 'slow', rateLimit: { requests: 7 } });
  await control(first, 'clock.advance', { ms: 86_400_000 });
  await control(first, 'faults.clear');
  await control(first, 'faults.add', { status: 503, times: null });
  first.stop();
  expect(await first.exit).toBe(0);
  expect(JSON.parse(await readFile(state, 'utf8')).settings).toEqual({
    scenario: 'slow',
    rateLimit: { requests: 7, windowMs: 60_000 },
  });
  const second = start();
  expect(await control(second, 'settings.get')).toMatchObject({
    scenario: 'slow',
    latencyMs: 1,
    rateLimit: { requests: 7 },
  });
  expect(await control(second, 'faults.all')).toMatchObject([{ fault: { status: 503 }, remaining: null }]);
  expect(Math.round((await control(second, 'clock.now')).aheadMs / 3_600_000)).toBe(24);
});

test('--state creates a file with the records, which the next start loads in place of the world', async () => {
  const state = join(folder, 'kept.json');
  const first = run(['--port', '0', '--world', await file('first.json', world()), '--state', state]);
  const headers = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
  const path = '/api/v1/projects/prj_web/issues/1';
  await fetch((await first.url()) + path, { method: 'PATCH', headers, body: '{"status":"blocked"}' });
  first.stop();
  expect(await first.exit).toBe(0);
  const second = run(['--port', '0', '--world', 'empty', '--state', state]);
  const answer = await fetch((await second.url()) + path, { headers });
  expect(await answer.json()).toMatchObject({ data: { status: 'blocked' } });
});

test('--state opens a state that was saved over HTTP, with its clock and faults', async () => {
  const first = run(['--port', '0', '--world', await file('over-http.json', world())]);
  await control(first, 'clock.advance', { ms: 86_400_000 });
  await control(first, 'faults.add', { endpoint: 'issues.get', status: 503, times: null });
  const where = { projectId: 'prj_web', issueNumber: 1 };
  await control(first, 'world.issues.update', { where, changes: { status: 'blocked' } });
  const state = await file('saved-over-http.json', await control(first, 'state.file'));
  first.stop();
  const second = run(['--port', '0', '--state', state]);
  expect((await control(second, 'world.issues.find', { where })).data).toMatchObject([{ status: 'blocked' }]);
  expect(await control(second, 'faults.all')).toMatchObject([{ fault: { status: 503 }, remaining: null }]);
  expect(Math.round((await control(second, 'clock.now')).aheadMs / 3_600_000)).toBe(24);
});

test('a state file that another program has changed is not overwritten', async () => {
  const state = join(folder, 'shared.json');
  const first = run(['--port', '0', '--world', await file('shared-world.json', world()), '--state', state]);
  const url = await first.url();
  const second = run(['--port', '0', '--state', state]);
  const headers = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
  const path = '/api/v1/projects/prj_web/issues/1';
  await fetch((await second.url()) + path, { method: 'PATCH', headers, body: '{"status":"in_progress"}' });
  second.stop();
  expect(await second.exit).toBe(0);
  const saved = await readFile(state, 'utf8');
  await fetch(url + path, { method: 'PATCH', headers, body: '{"status":"blocked"}' });
  first.stop();
  expect(await first.exit).toBe(1);
  expect(first.error()).toContain('another program, perhaps a second server, has changed the file');
  expect(await readFile(state, 'utf8')).toBe(saved);
});

test.each<[string, (state: string) => Promise<void>]>([
  ['touched', (state) => utimes(state, 0, 0)],
  ['deleted', (state) => rm(state)],
])('a state file that was %s is saved again', async (_how, change) => {
  const state = join(folder, 'touched.json');
  const server = run(['--port', '0', '--world', await file('touched-world.json', world()), '--state', state]);
  const url = await server.url();
  await change(state);
  const headers = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
  await fetch(`${url}/api/v1/projects/prj_web/issues/1`, { method: 'PATCH', headers, body: '{"status":"blocked"}' });
  server.stop();
  expect(await server.exit).toBe(0);
  expect(await readFile(state, 'utf8')).toContain('"blocked"');
});

test('until its files are read, a signal ends the process itself', async () => {
  const onSignal = vi.fn();
  const context = { out() {}, error() {}, terminal: false, env: {}, onSignal };
  expect(await main(['--port', '0', '--world', join(folder, 'nowhere.json')], context)).toBe(2);
  expect(onSignal).not.toHaveBeenCalled();
});

test('a new state file is readable by its owner only, and an existing file keeps its permissions', async () => {
  const [fresh, known] = [join(folder, 'fresh.json'), await file('known.json', world())];
  await chmod(known, 0o640);
  for (const [state, mode] of [
    [fresh, 0o600],
    [known, 0o640],
  ] as const) {
    const server = run(['--port', '0', '--world', 'empty', '--state', state]);
    const url = await server.url();
    await fetch(`${url}/__mock/world.users.create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Ada"}',
    });
    server.stop();
    expect(await server.exit).toBe(0);
    expect((await stat(state)).mode & 0o777).toBe(mode);
  }
});

test.each(['EBUSY', 'EACCES', 'EPERM', 'EROFS'])(
  'a state file that can’t be replaced (%s) is written in place, such as one that is mounted into a container',
  async (code) => {
    const state = await file('mounted.json', world());
    const { ino } = await stat(state);
    const rename = vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      rename.mockRestore();
      syncBuiltinESMExports();
    });
    const server = run(['--port', '0', '--state', state]);
    const headers = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
    const path = '/api/v1/projects/prj_web/issues/1';
    await fetch((await server.url()) + path, { method: 'PATCH', headers, body: '{"status":"blocked"}' });
    server.stop();
    expect(await server.exit).toBe(0);
    expect(await readFile(state, 'utf8')).toContain('"blocked"');
    expect((await stat(state)).ino).toBe(ino);
    await expect(stat(`${state}.saving`)).rejects.toThrow('ENOENT');
  },
);

test('a state file is not written in place if the disk is full, because it would be lost', async () => {
  const state = await file('full.json', world());
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    write.mockRestore();
    syncBuiltinESMExports();
  });
  expect(await ended('--port', '0', '--state', state)).toMatchObject({
    code: 1,
    error: expect.stringContaining('could not be saved in'),
  });
  expect(write).toHaveBeenCalledTimes(1);
});

test('a symbolic link at the path of the temporary state file is not followed', async () => {
  const state = join(folder, 'linked.json');
  const victim = await file('victim.json', 'precious');
  await symlink(victim, `${state}.saving`);
  const server = run(['--port', '0', '--world', 'empty', '--state', state]);
  await server.url();
  server.stop();
  expect(await server.exit).toBe(0);
  expect(await readFile(victim, 'utf8')).toContain('precious');
  expect(JSON.parse(await readFile(state, 'utf8'))).toHaveProperty('organizations');
});

test.each([
  ['null', 'it must contain a world'],
  ['1', 'it must contain a world'],
  ['[]', 'must be an object'],
  ['{"organizations":[', 'is not JSON'],
  ['{"organizations":[{"slug":"a","projects":[{"id":"p","issues":[{"status":"nope"}]}]}]}', 'found "nope"'],
  ['{"formatVersion":99}', 'written by a newer version'],
])('a broken state file of %s exits with 2, names the way out and stays unchanged', async (text, message) => {
  const state = await file('broken-state.json', text);
  const { code, error } = await ended('--port', '0', '--state', state);
  expect(code).toBe(2);
  expect(error).toContain(message);
  expect(error).toContain('delete it to start over');
  expect(await readFile(state, 'utf8')).toBe(text);
});

test.each(['', '\n', '\uFEFF'])('a state file of %j is no state yet, such as one made for a mount', async (text) => {
  const state = await file('empty-state.json', text);
  const server = run(['--port', '0', '--world', await file('first-world.json', world()), '--state', state]);
  expect(await server.url()).toMatch(/^http:/);
  server.stop();
  expect(await server.exit).toBe(0);
  expect(JSON.parse(await readFile(state, 'utf8')).organizations).toHaveLength(3);
});

test('a state file that is emptied while the server runs is not overwritten', async () => {
  const state = await file('emptied-state.json', '');
  const server = run(['--port', '0', '--world', await file('emptied-world.json', world()), '--state', state]);
  const headers = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
  const url = await server.url();
  await writeFile(state, '');
  await fetch(`${url}/api/v1/projects/prj_web/issues/1`, { method: 'PATCH', headers, body: '{"status":"blocked"}' });
  server.stop();
  expect(await server.exit).toBe(1);
  expect(await readFile(state, 'utf8')).toBe('');
});

test('a state file that is no file exits with 2, and one that cannot be written with 1', async () => {
  expect(await ended('--port', '0', '--state', folder)).toMatchObject({
    code: 2,
    error: expect.stringContaining('it must be a plain file'),
  });
  expect(await ended('--port', '0', '--state', join(folder, 'nowhere', 'state.json'))).toMatchObject({
    code: 1,
    error: expect.stringContaining('The state could not be saved in'),
  });
});

test('--options has options of createMock, a world and faults', async () => {
  const options = await file('all-options.json', {
    world: world(),
    source: 'credential',
    latencyMs: [1, 2],
    seed: 7,
    faults: [
      { endpoint: 'projects.list', status: 503 },
      { endpoint: 'projects.list', status: 502 },
    ],
  });
  const { url } = run(['--port', '0', '--options', options]);
  const statusWith = async (key: string) =>
    (await fetch(`${await url()}/api/v1/projects`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await statusWith('svc_acme'), await statusWith('svc_acme'), await statusWith('svc_acme')]).toEqual([
    503, 502, 200,
  ]);
  // Counted by credential, so that other guesses are not locked out [GAP-21].
  for (let at = 0; at < 7; at++) expect(await statusWith(`svc_guess_${at}`)).toBe(401);
});

test.each([
  [[], ['no-such-program'], 127, "Can't run no-such-program: there is no such program"],
  [[], ['.'], 126, "Can't run .: EACCES"],
  [[], ['npm run a && npm run b'], 127, "A command line needs a shell: -- sh -c 'npm run a && npm run b'"],
  [[], [], 2, '-- needs a command after it'],
  [['--prot', '1'], ['echo', 'run'], 2, 'Unknown flag --prot'],
])('%j with the program %j exits with %i: %s', async (argv, program, code, message) => {
  const { exit, error } = run(argv, { program });
  expect(await exit).toBe(code);
  expect(error()).toContain(message);
});
