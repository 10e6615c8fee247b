import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const examples = join(root, 'examples');
/** What is made, not written. */
const made = new Set(['node_modules', 'dist', 'storybook-static', 'coverage', '__pycache__']);

interface Manifest {
  name: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The names of the examples. */
export function exampleNames(): string[] {
  return readdirSync(examples).filter((name) => existsSync(join(examples, name, 'README.md')));
}

/**
 * Copies an example to where it is a project of its own: `workspace:` and `catalog:`, which mean nothing there, become the
 * versions that it works with here.
 */
export function copyExample(example: string, folder: string): void {
  const source = join(examples, example);
  cpSync(source, folder, { recursive: true, filter: (path) => !made.has(basename(path)) });
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return;
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.name = example;
  for (const wanted of [manifest.dependencies, manifest.devDependencies]) {
    for (const [name, range] of Object.entries(wanted ?? {})) {
      const installed = () => readManifest(join(source, 'node_modules', name)).version;
      if (range.startsWith('workspace:')) Object.assign(wanted ?? {}, { [name]: `^${installed()}` });
      if (range.startsWith('catalog:')) Object.assign(wanted ?? {}, { [name]: installed() });
    }
  }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
