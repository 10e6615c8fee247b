/** `pnpm copy:example NAME FOLDER`: an example as a project of its own, outside of this repository. */
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { copyExample, exampleNames } from './example-project.ts';

const [name = '', folder = ''] = process.argv.slice(2);
const target = resolve(process.env['INIT_CWD'] ?? '.', folder);
if (!exampleNames().includes(name) || folder === '') {
  console.error(`pnpm copy:example NAME FOLDER\n\nThe names are ${exampleNames().join(', ')}.`);
  process.exitCode = 2;
} else if (existsSync(target) && readdirSync(target).length > 0) {
  console.error(`${target} is not empty: name a folder that doesn't exist yet.`);
  process.exitCode = 2;
} else {
  copyExample(name, target);
  console.log(`examples/${name} is now in ${target}: its README says how to run it.`);
}
