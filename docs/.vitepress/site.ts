import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const site = import.meta.dirname;
const usage = `pnpm site [dev | test | pictures]

           builds the site into docs/.vitepress/dist
  dev      serves the site, and updates it while you write
  test     builds the site, and tests it in Chromium
  pictures builds the site, and retakes the pictures of its first screen and of a shared link's card`;

const [command = 'build'] = process.argv.slice(2);
if (['--help', '-h'].includes(command)) {
  console.log(usage);
  process.exit(0);
}
if (!['build', 'dev', 'test', 'pictures'].includes(command)) {
  console.error(`Unknown command: ${command}\n\n${usage}`);
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
  if (command === 'pictures') await (await import('./pictures.ts')).takePictures();
}

async function testSite(): Promise<void> {
  const { findChromium } = await import('../../tools/testing/chromium.ts');
  if (await findChromium()) run('vitest', ['run', '--config', join(site, 'vitest.config.ts')]);
  else console.error('⚠ SKIPPED: the tests of the built pages. No Chromium: install it, or set CHROMIUM_PATH.');
}

/** Installs this folder's dependencies if they are missing or differ from the lockfile. */
function installTools(): void {
  if (read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml')) return;
  console.error('Installing the tools of the site (once) …');
  // pnpm sets npm_execpath in scripts; without it, take pnpm from PATH.
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
