import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { some } from '../../../tools/testing/seeds.ts';
import { commandLine, folder, start, startWith } from './command-process.ts';
import { runProcess } from './run-process.ts';
import { serve } from './served.ts';

/** Runs a program of JavaScript beside the mock. */
const beside = (script: string) => ['--', process.execPath, '--input-type=module', '--eval', script];

/** Flags of a mock that prints nothing and has no world to load. */
const quiet = ['--quiet', '--world', 'empty'];

/** Keeps a program running after it has printed its address. */
const untilSignal = `console.log(process.env.ISSUE_TRACKING_BASE_URL); setInterval(() => {}, 1000);`;

test('a program finds the mock, its key and the control API in its environment, and its output is untouched', async () => {
  const command = start(
    ...beside(`
      const { ISSUE_TRACKING_BASE_URL: url, ISSUE_TRACKING_API_KEY: key, ISSUE_TRACKING_MOCK_URL: control } = process.env;
      const { status } = await fetch(url + '/api/v1/projects', { method: 'HEAD', headers: { authorization: 'Bearer ' + key } });
      const controlled = await fetch(control + '/');
      // Unread, it would keep the program running for a minute.
      await controlled.text();
      console.log(status, controlled.status, process.argv.length);
      console.error('from the program');
      process.exitCode = 3;`),
    'argument',
    '--json',
    '--',
  );
  expect(await command.exit).toBe(3);
  // Words after the first `--` are the program's, also those that look like flags.
  expect(command.out()).toBe('200 200 4\n');
  expect(command.error()).toContain('Issue Tracking mock  http://127.0.0.1:');
  expect(command.error()).toContain('from the program\n');
  expect(command.error()).toMatch(/HEAD +\/api\/v1\/projects +200/);
});

test('with --quiet only the program prints, which gets the token of the control API and no credential of a service', async () => {
  const env = { ISSUE_TRACKING_API_KEY: 'svc_of_a_service', ISSUE_TRACKING_ACCESS_TOKEN: 'token_of_a_service' };
  const script = `
    const headers = { 'x-mock-token': process.env.ISSUE_TRACKING_MOCK_TOKEN };
    const response = await fetch(process.env.ISSUE_TRACKING_MOCK_URL + '/', { headers });
    await response.text();
    console.log(response.status, process.env.ISSUE_TRACKING_API_KEY, process.env.ISSUE_TRACKING_ACCESS_TOKEN);`;
  const command = startWith(env, ...quiet, '--token', 'secret', ...beside(script));
  expect(await command.exit).toBe(0);
  expect(command.out()).toBe('200 undefined undefined\n');
  expect(command.error()).toBe('');
});

test.each(some(['SIGINT', 'SIGTERM', 'SIGHUP'] as const))(
  '%s is passed on to the program, whose exit code counts',
  async (signal) => {
    const handled = `process.on('${signal}', () => { console.log('got ${signal}'); process.exit(7); });`;
    const command = start(...quiet, ...beside(handled + untilSignal));
    const url = (await command.url()).trim();
    command.process.kill(signal);
    expect(await command.exit).toBe(7);
    expect(command.out()).toContain(`got ${signal}`);
    await expect(fetch(url)).rejects.toThrow();
  },
);

test.each(some(['SIGKILL', 'SIGTERM'] as const))(
  '%s of the program ends the mock too, with 128 and the number of the signal',
  async (signal) => {
    const command = start(...quiet, ...beside(`console.log('pid ' + process.pid); ${untilSignal}`));
    const url = await command.url();
    process.kill(Number(/pid (\d+)/.exec(command.out())?.[1]), signal);
    expect(await command.exit).toBe(128 + constants.signals[signal]);
    await expect(fetch(url)).rejects.toThrow();
  },
);

test.each(
  some<[string, string[]]>([
    ['the server and its program', [...quiet, ...beside(untilSignal)]],
    ['the server', ['--json', '--world', 'empty', '--port', '0']],
  ]),
)('the end of npx ends %s, although npx ends only its shell', async (_, argv) => {
  const shell = spawn('sh', ['-c', '"$@"; true', 'sh', ...commandLine, ...argv], {
    env: { ...process.env, npm_command: 'exec' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface(shell.stdout), 'line');
  const [url = ''] = /http[^"]+/.exec(line) ?? [];
  expect((await fetch(url)).status).toBe(200);
  shell.kill();
  // Its standard output ends with the last process that has it.
  await once(shell, 'close');
  await expect(fetch(url)).rejects.toThrow();
});

test('requests that the program leaves behind do not keep the mock running', async () => {
  const options = join(await folder(), 'options.json');
  await writeFile(options, '{"latencyMs":3600000}');
  // The second process of the program outlives it.
  const left = `fetch(process.env.ISSUE_TRACKING_BASE_URL + '/api/v1/projects').finally(() => process.exit());`;
  const script = `
    import { spawn } from 'node:child_process';
    spawn(process.execPath, ['--eval', ${JSON.stringify(left)}], { detached: true, stdio: 'ignore' }).unref();
    const waiting = async () => (await (await fetch(process.env.ISSUE_TRACKING_MOCK_URL + '/requests')).json()).length;
    while ((await waiting()) === 0);`;
  expect(await start(...quiet, '--options', options, ...beside(script)).exit).toBe(0);
});

test('on Windows, a script such as npm is started by the shell there, with its arguments as they are', async () => {
  const own = await folder();
  const [platform, shell] = [join(own, 'windows.mjs'), join(own, 'cmd.exe')];
  await writeFile(platform, `Object.defineProperty(process, 'platform', { value: 'win32' });`);
  await writeFile(shell, '#!/bin/sh\nprintf "%s\\n" "$@"', { mode: 0o755 });
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(platform)}`, comspec: shell };
  const command = startWith(env, ...quiet, '--', 'npm', 'run', 'a b', '%PATH%');
  expect(await command.exit).toBe(0);
  expect(command.out()).toBe('/d\n/s\n/c\n"npm ^"run^" ^"a^ b^" ^"^%PATH^%^""\n');
});

test('a program does not run against another mock that has the port', async () => {
  const { url } = await serve();
  const command = start('--port', new URL(url).port, '--', 'echo', 'run');
  expect(await command.exit).toBe(1);
  expect(command.out()).toBe('');
  expect(command.error()).toContain(`a mock listens there already, process ${process.pid}.`);
});

test('the state is saved after the end of the program', async () => {
  const state = join(await folder(), 'state.json');
  const script = `
    const { ISSUE_TRACKING_BASE_URL: url, ISSUE_TRACKING_API_KEY: key } = process.env;
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
    await fetch(url + '/api/v1/projects/prj_web/issues/1/comments', { method: 'POST', headers, body: '{"content":"kept"}' });`;
  expect(await start('--state', state, ...beside(script)).exit).toBe(0);
  expect(await readFile(state, 'utf8')).toContain('"kept"');
});

/** Counts the SIGINTs that it gets, ends later than the mock would pass one on, and exits with their number. */
const counted = `let count = 0;
  process.on('SIGINT', () => { if (++count === 1) setTimeout(() => process.exit(count), 1500); });
  ${untilSignal}`;

/** Runs a command in a terminal, and does something to it or its process when the program is ready. */
async function inTerminal(act: string, ...command: string[]) {
  const pty = `
import os, pty, signal, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
printed, sent = b'', False
while True:
    try:
        printed += os.read(terminal, 1024)
    except OSError:
        break
    if not sent and b'http' in printed:
        ${act}
        sent = True
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`;
  return (await runProcess('python3', ['-c', pty, ...command])).code;
}

const ctrlC = "os.write(terminal, b'\\x03')";
const counting = [...commandLine, ...quiet, ...beside(counted)];

const ends: [string, string, string[]][] = [
  ['Ctrl-C in its terminal', ctrlC, counting],
  ['Ctrl-C if its input is none', ctrlC, ['sh', '-c', 'exec "$@" < /dev/null', 'sh', ...counting]],
  ['a SIGINT to the mock in a terminal', 'os.kill(pid, signal.SIGINT)', counting],
  ['a SIGINT to all processes of its group', 'os.killpg(pid, signal.SIGINT)', counting],
];

test.each(some(ends))('%s reaches the program once', { tags: 'python3' }, async (_, act, command) => {
  expect(await inTerminal(act, ...command)).toBe(1);
});

test('a second SIGINT ends a program that ignores the first', async () => {
  const ignores = `process.on('SIGINT', () => console.log('ignored')); ${untilSignal}`;
  const command = start(...quiet, ...beside(ignores));
  await command.url();
  command.process.kill('SIGINT');
  await vi.waitUntil(() => command.out().includes('ignored'));
  command.process.kill('SIGINT');
  expect(await command.exit).toBe(128 + constants.signals.SIGTERM);
});

test('a program that ends by itself leaves no process behind', { tags: 'ps' }, async () => {
  const listed = `import { execFileSync } from 'node:child_process';
    console.log(execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(process.ppid)], { encoding: 'utf8' }));`;
  const command = start(...quiet, ...beside(listed));
  expect(await command.exit).toBe(0);
  const pids = [...command.out().matchAll(/^ *(\d+) cat$/gm)].map(([, pid]) => Number(pid));
  expect(pids).toHaveLength(1);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
