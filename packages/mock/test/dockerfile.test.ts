import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from './command-process.ts';

const mock = join(import.meta.dirname, '..');
const instructions = readFileSync(join(mock, 'Dockerfile'), 'utf8');

/** The words of an instruction that is written as a JSON list. */
function wordsOf(instruction: string): string[] {
  const [, list = ''] = new RegExp(`^(?:.* )?${instruction} (\\[.*\\])$`, 'm').exec(instructions) ?? [];
  return JSON.parse(list);
}

test('the health check of the image succeeds for the command of the image', async () => {
  const [node, script, ...words] = wordsOf('ENTRYPOINT');
  expect([node, script]).toEqual(['node', '/mock/cli.js']);
  const [program, bundle] = commandLine;
  const server = spawn(program, [bundle, ...words, '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    const { port } = new URL(JSON.parse(line).url);
    expect(await healthOf(port)).toEqual([0, null]);
    server.kill();
    expect(await once(server, 'exit')).toEqual([0, null]);
  } finally {
    server.kill('SIGKILL');
  }
});

test('the health check of the image fails if no server responds', async () => {
  // The port stays this test's own: another program may take a closed one the next moment.
  const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  expect(await healthOf(String(port))).toEqual([1, null]);
});

/** How the health check ends, asked of this port. */
function healthOf(port: string): Promise<unknown[]> {
  const [, ...check] = wordsOf('CMD');
  return once(
    spawn(
      process.execPath,
      check.map((word) => word.replace('4010', port)),
    ),
    'exit',
  );
}
