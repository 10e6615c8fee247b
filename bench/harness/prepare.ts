import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Installs the peers when they are not there yet, or not those of the lockfile. */
export function installPeers(): void {
  if (read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml')) return;
  console.error('Installing the peers into bench/node_modules (once, about 300 MB) …');
  pnpm(['install', '--frozen-lockfile'], bench);
}

/** What is measured is what users get: the built packages. */
export function buildOurs(): void {
  console.error('Building the packages …');
  pnpm(['build'], root);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}

function pnpm(args: string[], cwd: string): void {
  // pnpm says where it is to the scripts it runs; `node bench/run.ts` takes the one on PATH.
  const { status, error } = spawnSync(process.env['npm_execpath'] ?? 'pnpm', args, { cwd, stdio: ['ignore', 2, 2] });
  if (error || status !== 0) {
    console.error(`pnpm ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
    process.exit(2);
  }
}
