import { on, once } from 'node:events';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isLong } from '../../../tools/test/seeds.ts';
import { folder, start } from './command-process.ts';
import { closed, open } from './raw-http.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s exits with 0 and ends open connections', async (signal) => {
  const command = start('--port', '0', '--world', 'empty');
  const url = await command.url();
  const events = await fetch(`${url}/__mock/events`);
  command.process.kill(signal);
  expect(await command.exit).toBe(0);
  await events.text();
  expect(command.error()).toBe('');
});

test('a second signal exits with 0 at once, despite requests in progress', async () => {
  const command = start('--port', '0');
  const url = await command.url();
  // It never sends its body.
  const slow = open(url);
  slow.write(
    'POST /api/v1/projects/prj_web/issues/1/comments HTTP/1.1\r\nHost: localhost\r\n' +
      'Authorization: Bearer svc_acme_demo\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n',
  );
  await vi.waitUntil(async () => (await (await fetch(`${url}/__mock/requests`)).json()).length === 1);
  const cut = closed(slow.resume());
  // Of different kinds: the system may take two of one kind for one.
  command.process.kill('SIGINT');
  command.process.kill('SIGTERM');
  expect(await command.exit).toBe(0);
  await cut;
});

test('a signal finishes requests in progress and accepts no new ones', async () => {
  const command = start('--port', '0', '--world', 'empty', '--latency', '2000');
  const url = await command.url();
  const answers = Array.from({ length: 8 }, () => fetch(`${url}/api/v1/nowhere`).then(({ status }) => status));
  await vi.waitUntil(async () => (await (await fetch(`${url}/__mock/requests`)).json()).length === 8);
  command.process.kill('SIGTERM');
  expect(await Promise.all(answers)).toEqual(Array(8).fill(404));
  expect(await command.exit).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test('lines that are not read are dropped and counted, and requests are still served', async () => {
  const command = start('--port', '0', '--world', 'empty', '--json');
  const url = JSON.parse(`${await command.url()}`.replace(/^.*?(http[^"]+).*$/, '"$1"'));
  const { stdout } = command.process;
  stdout?.pause();
  const long = 'x'.repeat(8000);
  for (let request = 0; request < 400; request++) {
    expect((await fetch(`${url}/api/v1/${long}`)).status).toBe(404);
  }
  stdout?.resume();
  // The whole line: it may come in two pieces.
  const left = await vi.waitUntil(() => /{"event":"left-out","lines":(\d+)}/.exec(command.out())?.[1]);
  const told = command.out().match(/"event":"request"/g)?.length ?? 0;
  expect(told + Number(left)).toBe(400);
});

test('a reader that stopped reading does not prevent the exit', async () => {
  const command = start('--port', '0', '--world', 'empty', '--json');
  const url = /http[^"]+/.exec(await command.url())?.[0];
  command.process.stdout?.pause();
  for (let request = 0; request < 100; request++) await fetch(`${url}/api/v1/${'x'.repeat(8000)}`);
  command.process.kill('SIGTERM');
  const [code] = await once(command.process, 'exit');
  expect(code).toBe(0);
});

test('a killed command leaves a complete state file, which the next start loads', {
  timeout: 120_000,
}, async () => {
  const state = join(await folder(), 'state.json');
  const headers = { authorization: 'Bearer svc_acme_demo', 'content-type': 'application/json' };
  let comments = 0;
  for (const pause of isLong ? [0, 1, 3, 10] : [1]) {
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
  const command = start('--port', '0', '--state', state);
  const url = await command.url();
  const path = `${url}/api/v1/projects/prj_web/issues/1`;
  await fetch(path, { method: 'PATCH', headers, body: '{"status":"blocked"}' });
  command.process.kill('SIGTERM');
  expect(await command.exit).toBe(0);
  const again = await start('--port', '0', '--state', state).url();
  expect(await (await fetch(path.replace(url, again), { headers })).json()).toMatchObject({
    data: { status: 'blocked' },
  });
});

/** Also noticed if it is deleted immediately. */
async function fileAppears(path: string): Promise<void> {
  const watcher = watch(dirname(path));
  onTestFinished(() => watcher.close());
  for await (const [, name] of on(watcher, 'change')) if (name === basename(path)) return;
}

test('a port in use exits with 1 and a message', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const command = start('--port', String(port), '--world', 'empty');
  expect(await command.exit).toBe(1);
  expect(command.error()).toContain(`port ${port} of 127.0.0.1: it is in use`);
});

test('an invalid flag exits with 2 and a message', async () => {
  const command = start('--port', 'http');
  expect(await command.exit).toBe(2);
  expect(command.error()).toContain('--port can\'t be "http"');
});

test('the command serves the demo world by default', async () => {
  const command = start('--port', '0', '--json');
  await command.url();
  const { url, credentials } = JSON.parse(command.out().split('\n')[0] ?? '');
  const [{ credential }] = credentials;
  const response = await fetch(`${url}/api/v1/projects`, { headers: { authorization: `Bearer ${credential}` } });
  expect((await response.json()).total).toBeGreaterThan(0);
});

test('the command still serves requests after the reader of its output has closed', async () => {
  const command = start('--port', '0', '--world', 'empty', '--json');
  await command.url();
  const { url } = JSON.parse(command.out());
  command.process.stdout?.destroy();
  for (let request = 0; request < 3; request++) expect((await fetch(`${url}/api/v1/projects`)).status).toBe(401);
});
