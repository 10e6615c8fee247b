import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compat, installWith, type Tarballs } from './install.ts';
import { lockfile, lockOf } from './lockfile.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  /** Options of the harness. */
  compat?: {
    /** The packages to install; client and mock by default. */
    packages?: string[];
    /** Folders of `shared/` to copy into the project. */
    files?: string[];
    /** Files of the repository to copy into `tests/`. */
    tests?: string[];
  };
}

/**
 * Makes a project from a folder of `setups/`: its files, the smoke suite, and the tarballs as dependencies, as a user's
 * `npm install` would add them. The common lockfile pins all other dependencies.
 *
 * @throws Error with the installer's output.
 */
export async function makeProject(folder: string, setup: string, tarballs: Tarballs): Promise<void> {
  const source = join(compat, 'setups', setup);
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  writeSmoke(join(folder, 'smoke'));

  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { packages = ['sdk', 'mock'], files = [], tests = [] } = manifest.compat ?? {};
  for (const name of files) cpSync(join(compat, 'shared', name), folder, { recursive: true });
  for (const path of tests) cpSync(join(compat, '../..', path), join(folder, 'tests', basename(path)));
  const installed = packages.map((name) => [
    `@issue-tracking/${name}`,
    `file:${tarballs.get(`@issue-tracking/${name}`)}`,
  ]);
  manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(installed) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));

  writeFileSync(join(folder, lockfile), lockOf(setup));
  await installWith(tarballs, folder);
}

/** Writes the smoke suite as an ES module and as CommonJS. Not every runtime can require an ES module. */
function writeSmoke(folder: string): void {
  const text = readFileSync(join(compat, 'smoke/smoke.js'), 'utf8');
  const exported = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
  const commonJs = `${text.replace(/^export /gm, '')}\nmodule.exports = { ${exported.join(', ')} };\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'smoke.mjs'), text);
  writeFileSync(join(folder, 'smoke.cjs'), commonJs);
}
