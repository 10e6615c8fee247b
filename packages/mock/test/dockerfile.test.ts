import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const mock = join(import.meta.dirname, '..');
const instructions = readFileSync(join(mock, 'Dockerfile'), 'utf8');

/** The words of an instruction that is written as a JSON list. */
function wordsOf(instruction: string): string[] {
  const [, list = ''] = new RegExp(`^(?:.* )?${instruction} (\\[.*\\])$`, 'm').exec(instructions) ?? [];
  return JSON.parse(list);
}

test("the image's command serves other computers, and its health check sees that", { timeout: 30_000 }, async () => {
  const [node, script, ...words] = wordsOf('ENTRYPOINT');
  expect([node, script]).toEqual(['node', '/mock/cli.js']);
  const source = ['--conditions=@issue-tracking/source', join(mock, 'src/cli.ts')];
  const server = spawn(process.execPath, [...source, ...words, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    const { port } = new URL(JSON.parse(line).url);
    const [, ...check] = wordsOf('CMD');
    const health = spawn(
      process.execPath,
      check.map((word) => word.replace('4010', port)),
    );
    expect(await once(health, 'exit')).toEqual([0, null]);
    server.kill();
    expect(await once(server, 'exit')).toEqual([0, null]);
    const after = spawn(
      process.execPath,
      check.map((word) => word.replace('4010', port)),
    );
    expect(await once(after, 'exit')).toEqual([1, null]);
  } finally {
    server.kill('SIGKILL');
  }
});
