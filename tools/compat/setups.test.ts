import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { setups } from './setups.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const own = setups.filter(({ example, created }) => !example && !created);

test('the table and the folders name the same setups', () => {
  const folders = globSync('setups/*', { cwd: import.meta.dirname }).map((path) => basename(path));
  expect(new Set(own.map(({ folder }) => folder))).toEqual(new Set(folders));
  expect(new Set(setups.map(({ name }) => name)).size).toBe(setups.length);
});

test.each(own)('each file that $name names exists', ({ folder, command }) => {
  const project = join(import.meta.dirname, 'setups', folder);
  const { files = [], tests = [] } = read(join(project, 'package.json')).compat ?? {};
  const shared: string[] = files.map((name: string) => join(import.meta.dirname, 'shared', name));
  const copied: string[] = tests.map((path: string) => join(root, path));
  expect([...shared, ...copied].filter((path) => !existsSync(path))).toEqual([]);
  for (const file of command.filter((word) => /^[^/]+\.[cm]?[jt]s$/.test(word)))
    expect(
      [project, ...shared].some((at) => existsSync(join(at, file))),
      file,
    ).toBe(true);
  // The copied tests import only each other and packages.
  for (const path of copied) {
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(/^(?:import|export) .*from '(\.[^']+)'/gm))
      expect(copied, `${path} imports ${imported}`).toContain(join(dirname(path), imported));
  }
});

test.each(setups.filter(({ example }) => example))('the example of $name exists', ({ example = '' }) => {
  expect(existsSync(join(root, 'examples', example, 'README.md'))).toBe(true);
});
