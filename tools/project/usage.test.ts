import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from './command.ts';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const usageOf = (name: string) => expect.stringContaining(`pnpm ${name} `);

async function run(name: string, argument: string) {
  const [, ...rest]: string[] = scripts[name].split(' ');
  return await runCommand([process.execPath, ...rest, argument], { cwd: root });
}

test.each(['check', 'compat', 'bench', 'doc-test', 'release', 'site'])(
  'an unknown argument of pnpm %s is an error with the usage',
  async (name) => {
    expect(await run(name, '--unknown')).toMatchObject({ code: 2, output: usageOf(name) });
  },
);

// The others read their arguments as check does.
test('pnpm check --help prints the usage', async () => {
  expect(await run('check', '--help')).toMatchObject({ code: 0, output: usageOf('check') });
});
