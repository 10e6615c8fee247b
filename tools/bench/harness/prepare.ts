import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Installs the peers, the libraries to compare with, if they are missing or differ from the lockfile. */
export function installPeers(): void {
  if (read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml')) return;
  console.error('Installing the peers into bench/node_modules (once) …');
  pnpm(['install', '--frozen-lockfile'], bench);
}

/** Builds the packages of this repository, because the measurements use the published form. */
export function buildOurs(): void {
  console.error('Building the packages …');
  pnpm(['build'], root, { quiet: true });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}

function pnpm(args: string[], cwd: string, { quiet = false } = {}): void {
  // pnpm sets npm_execpath in scripts; without it, take pnpm from PATH.
  const command = process.env['npm_execpath'] ?? 'pnpm';
  const output = quiet ? 'pipe' : process.stderr.fd;
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, stdio: ['ignore', output, output] });
  if (!error && status === 0) return;
  console.error(`${stdout ?? ''}${stderr ?? ''}`);
  console.error(`pnpm ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
  process.exit(2);
}
