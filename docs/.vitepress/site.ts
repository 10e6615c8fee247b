import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const site = import.meta.dirname;
const [command = 'build'] = process.argv.slice(2);
if (!['build', 'dev', 'test'].includes(command)) {
  console.error(
    `There is no command ${command}: "pnpm site" builds the site, "pnpm site dev" serves it while you write, "pnpm site test" builds and tests it.`,
  );
  process.exit(2);
}

installTools();
if (command !== 'dev') run('tsc', ['-p', site]);

const { writeGenerated } = await import('./pages/generated.ts');
await writeGenerated();
if (command === 'dev') {
  const { createServer } = await import('vitepress');
  const server = await createServer(join(site, '..'));
  await server.listen();
  server.printUrls();
} else {
  const { buildSite } = await import('./build.ts');
  await buildSite();
  if (command === 'test') await testSite();
}

async function testSite(): Promise<void> {
  const { findChromium } = await import('../../tools/test/chromium.ts');
  if (await findChromium()) run('vitest', ['run', '--config', join(site, 'vitest.config.ts')]);
  else console.error('The built pages are not tested: there is no Chromium. Name one in CHROMIUM_PATH.');
}

/** Installs what this folder needs, when it is not there yet or not that of the lockfile. */
function installTools(): void {
  if (read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml')) return;
  console.error('Installing the tools of the site (once) …');
  // pnpm says where it is to the scripts that it runs; without it, the one on PATH is taken.
  run(process.env['npm_execpath'] ?? 'pnpm', ['install', '--frozen-lockfile'], site);
}

function run(program: string, args: string[], cwd = join(site, '../..')): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (status === 0) return;
  console.error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
  process.exit(1);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(site, path), 'utf8');
  } catch {
    return undefined;
  }
}
