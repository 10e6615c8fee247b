import { spawnSync } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { root, site } from './paths.ts';

const [command = 'build'] = process.argv.slice(2);
if (!['build', 'dev', 'test'].includes(command)) {
  console.error(
    `There is no command ${command}: "pnpm site" builds the site, "pnpm site dev" serves it while you write, "pnpm site test" builds and tests it.`,
  );
  process.exit(2);
}

installTools();
if (command !== 'dev') {
  // Before what takes minutes.
  const types = spawnSync('tsc', ['-p', 'site'], { cwd: root, stdio: 'inherit' });
  if (types.status !== 0) process.exit(1);
}
const { clearGathered, gather } = await import('./gather/gather.ts');
const { bundlePlayground } = await import('./playground/bundle.ts');
const { writeReference } = await import('./gather/reference.ts');

clearGathered();
await gather();
await bundlePlayground();
await writeReference();

if (command !== 'dev') {
  const { buildSite } = await import('./build.ts');
  await buildSite();
  if (command === 'test') {
    const { status } = spawnSync('vitest', ['run', '--config', 'site/vitest.config.ts'], {
      cwd: root,
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  }
} else {
  const { createServer } = await import('vitepress');
  const server = await createServer(site);
  await server.listen();
  server.printUrls();
  let waiting: NodeJS.Timeout | undefined;
  for (const folder of ['docs', 'packages', 'site/pages'])
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.md')) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => gather().catch((error) => console.error(error)), 100);
    });
}

/** Installs what this folder needs, when it is not there yet or not that of the lockfile. */
function installTools(): void {
  if (read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml')) return;
  console.error('Installing the tools of the site into site/node_modules (once) …');
  // pnpm says where it is to the scripts that it runs; `node site/site.ts` takes the one on PATH.
  const pnpm = process.env['npm_execpath'] ?? 'pnpm';
  const { status, error } = spawnSync(pnpm, ['install', '--frozen-lockfile'], { cwd: site, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`pnpm install failed in site/${error ? `: ${error.message}` : ''}`);
    process.exit(2);
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(site, path), 'utf8');
  } catch {
    return undefined;
  }
}
