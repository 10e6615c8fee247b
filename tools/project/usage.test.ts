import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from './command.ts';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test.each(['check', 'compat', 'bench', 'doc-test', 'release', 'site'])(
  'pnpm %s --help prints the usage, and an unknown argument is an error with the usage',
  async (name) => {
    const [, ...rest]: string[] = scripts[name].split(' ');
    const command = [process.execPath, ...rest];
    const usage = expect.stringContaining(`pnpm ${name} `);
    expect(await runCommand([...command, '--help'], { cwd: root })).toMatchObject({ code: 0, output: usage });
    expect(await runCommand([...command, '--unknown'], { cwd: root })).toMatchObject({ code: 2, output: usage });
  },
);
