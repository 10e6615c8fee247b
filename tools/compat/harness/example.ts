import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from '../../project/command.ts';
import { compat, installWith, type Tarballs } from './install.ts';

const compiler = join(compat, '../../node_modules/@typescript/native/bin/tsc');
const generated = new Set(['node_modules', 'dist', 'storybook-static', 'coverage', '__pycache__']);

/**
 * Copies an example, with the tarballs in place of the registry's packages, and type-checks it with its own `tsconfig.json`.
 * Adds the files that `tools/compat/examples/` has for it.
 *
 * @throws Error with the output of the installer or the compiler.
 */
export async function makeExample(folder: string, name: string, tarballs: Tarballs): Promise<void> {
  const source = join(compat, '../../examples', name);
  cpSync(source, folder, { recursive: true, filter: (path) => !generated.has(basename(path)) });
  const additions = join(compat, 'examples', name);
  if (existsSync(additions)) cpSync(additions, folder, { recursive: true });
  await installWith(tarballs, folder);
  if (existsSync(join(folder, 'tsconfig.json'))) await checkTypes(folder);
}

async function checkTypes(folder: string): Promise<void> {
  const { code, output } = await runCommand([process.execPath, compiler, '-p', '.'], { cwd: folder });
  if (code !== 0) throw new Error(`type check failed:\n${output}`);
}
