import { on, once } from 'node:events';
import { watch } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { some } from '../../../tools/testing/seeds.ts';
import { folder, start, startFromSources } from './command-process.ts';

test('SIGTERM finishes requests in progress, ends event streams and exits with 0, also if no one reads the output', async () => {
  const options = join(await folder(), 'options.json');
  await writeFile(options, '{"latencyMs":2000}');
  const command = start('--port', '0', '--world', 'empty', '--options', options);
  const url = await command.url();
  command.process.stdout?.destroy();
  const events = await fetch(`${url}/__mock/events`);
  const answers = Array.from({ length: 8 }, () => fetch(`${url}/api/v1/nowhere`).then(({ status }) => status));
  const logged = async () => (await fetch(`${url}/__mock/requests.all`, { method: 'POST' })).json();
  await vi.waitUntil(async () => (await logged()).length === 8);
  command.process.kill('SIGTERM');
  expect(await Promise.all(answers)).toEqual(Array(8).fill(404));
  await events.text();
  expect(await command.exit).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
  expect(command.error()).toBe('');
});

test('lines that are not read are dropped and counted, and prevent neither requests nor the exit after SIGHUP', async () => {
  const command = start('--port', '0', '--world', 'empty', '--json');
  const url = JSON.parse(`${await command.url()}`.replace(/^.*?(http[^"]+).*$/, '"$1"'));
  const { stdout } = command.process;
  stdout?.pause();
  // Longer than half of what Node accepts: the command buffers 1 MiB.
  const long = 'x'.repeat(15_000);
  for (let request = 0; request < 150; request++) {
    expect((await fetch(`${url}/api/v1/${long}`)).status).toBe(404);
  }
  stdout?.resume();
  // The whole line: it may come in two pieces.
  const left = await vi.waitUntil(() => /{"event":"left-out","lines":(\d+)}/.exec(command.out())?.[1]);
  const told = command.out().match(/"event":"request"/g)?.length ?? 0;
  expect(told + Number(left)).toBe(150);
  stdout?.pause();
  for (let request = 0; request < 30; request++) await fetch(`${url}/api/v1/${long}`);
  command.process.kill('SIGHUP');
  const [code] = await once(command.process, 'exit');
  expect(code).toBe(0);
});

test('a killed command leaves a complete state file', async () => {
  const state = join(await folder(), 'state.json');
  const headers = { authorization: 'Bearer svc_acme_demo', 'content-type': 'application/json' };
  let comments = 0;
  for (const pause of some([1, 0, 3, 10])) {
    const command = start('--port', '0', '--state', state);
    const url = await command.url();
    const path = `${url}/api/v1/projects/prj_web/issues/1/comments`;
    const { total } = await (await fetch(path, { headers })).json();
    expect(total).toBeGreaterThanOrEqual(comments);
    comments = total;
    const saving = fileAppears(`${state}.saving`);
    await fetch(path, { method: 'POST', headers, body: '{"content":"kept"}' });
    // While it is being saved, or just after: the file beside it is there for a moment only.
    await saving;
    await new Promise((turn) => setTimeout(turn, pause));
    command.process.kill('SIGKILL');
    await command.exit;
    expect(JSON.parse(await readFile(state, 'utf8'))).toHaveProperty('organizations');
  }
});

/** Also noticed if it is deleted immediately. */
async function fileAppears(path: string): Promise<void> {
  const watcher = watch(dirname(path));
  onTestFinished(() => watcher.close());
  for await (const [, name] of on(watcher, 'change')) if (name === basename(path)) return;
}

test('an invalid flag exits with 2 and a message', async () => {
  const command = start('--port', 'http');
  expect(await command.exit).toBe(2);
  expect(command.error()).toContain('--port can\'t be "http"');
});

const loading: [string, string[], number][] = [
  ['the command', ['--port', '0'], 0],
  [
    'the command with a program',
    ['--', process.execPath, '-e', 'setInterval(() => {}, 1000)'],
    128 + constants.signals.SIGTERM,
  ],
];

test.each(some(loading))(
  'a signal ends %s while it is loaded, because the first process of a container ignores one without a listener',
  async (_, argv, code) => {
    // Sends the signal between the first module and the rest.
    const hook = `import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (url.endsWith('/command/main.ts')) process.kill(process.pid, 'SIGTERM');
        return next(url, context);
      },
    });`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
    expect(await startFromSources({ NODE_OPTIONS: preload }, ...argv).exit).toBe(code);
  },
);
