import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

interface Started {
  process: ChildProcess;
  out(): string;
  error(): string;
  /** The exit code, or the signal that ended it. */
  exit: Promise<number | string>;
  url(): Promise<string>;
}

/** Starts the command as a process of its own, from the sources. */
function start(...argv: string[]): Started {
  const child = spawn(process.execPath, ['--conditions=@issue-tracking/source', cli, ...argv]);
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    process: child,
    out: () => out,
    error: () => error,
    exit: once(child, 'close').then(([code, signal]) => code ?? signal),
    async url() {
      await vi.waitUntil(() => /http:\S+\n/.test(out) || error, { timeout: 20_000 });
      return /http:\S+/.exec(out)?.[0] ?? error;
    },
  };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it cleanly, open connections included',
  { timeout: 30_000 },
  async (signal) => {
    const command = start('--port', '0', '--world', 'empty');
    const url = await command.url();
    const events = await fetch(`${url}/__mock/events`);
    command.process.kill(signal);
    expect(await command.exit).toBe(0);
    await events.text();
    expect(command.error()).toBe('');
  },
);

test('a second signal ends it at once, whatever is under way, and still with 0', { timeout: 30_000 }, async () => {
  const command = start('--port', '0', '--world', 'empty', '--latency', '3600000');
  const url = await command.url();
  const slow = fetch(`${url}/api/v1/projects`).catch(() => 'cut');
  await vi.waitUntil(async () => (await (await fetch(`${url}/__mock/requests`)).json()).length === 1);
  // Of different kinds: the system may take two of one kind for one.
  command.process.kill('SIGINT');
  command.process.kill('SIGTERM');
  expect(await command.exit).toBe(0);
  expect(await slow).toBe('cut');
});

test('a port in use ends it with 1 and a message', { timeout: 30_000 }, async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const command = start('--port', String(port), '--world', 'empty');
  expect(await command.exit).toBe(1);
  expect(command.error()).toContain(`port ${port} of 127.0.0.1: it is in use`);
});

test('a wrong flag ends it with 2 and a message', { timeout: 30_000 }, async () => {
  const command = start('--port', 'http');
  expect(await command.exit).toBe(2);
  expect(command.error()).toContain('--port can\'t be "http"');
});

test('without flags for it, it serves the demo world', { timeout: 30_000 }, async () => {
  const command = start('--port', '0', '--json');
  await command.url();
  const { url, credentials } = JSON.parse(command.out().split('\n')[0] ?? '');
  const [{ credential }] = credentials;
  const response = await fetch(`${url}/api/v1/projects`, { headers: { authorization: `Bearer ${credential}` } });
  expect((await response.json()).total).toBeGreaterThan(0);
});

test('whoever reads only its first line leaves it serving', { timeout: 30_000 }, async () => {
  const command = start('--port', '0', '--world', 'empty', '--json');
  await command.url();
  const { url } = JSON.parse(command.out());
  command.process.stdout?.destroy();
  for (let request = 0; request < 3; request++) expect((await fetch(`${url}/api/v1/projects`)).status).toBe(401);
});
