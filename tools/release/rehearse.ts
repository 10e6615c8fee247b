/**
 * Dry run of a release against a local registry: packs the last commit in two clones, compares the tarballs and publishes them.
 * Then tests README in a project made by `npm init -y`, with the published packages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runPage } from '../doc-test/run-page.ts';
import { runCommand } from '../project/command.ts';
import { freePort } from '../project/free-port.ts';
import { pnpm } from '../project/pack.ts';

const root = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'issue-tracking-release-'));
const clone = join(work, 'clone');
const secondClone = join(work, 'in another folder', 'clone');

const processes: ChildProcess[] = [];
try {
  const registry = await step('start a registry', startRegistry);
  const settings = writeSettings(registry);
  // The parent process may have set either spelling.
  const env = { NPM_CONFIG_USERCONFIG: settings, npm_config_userconfig: settings };

  await step('pack the last commit', () => pack(clone));
  await step('pack it in another folder', () => pack(secondClone));
  await must(['diff', '--recursive', join(clone, 'tarballs'), join(secondClone, 'tarballs')], work);
  const { version } = readJson(join(clone, 'packages/sdk/package.json'));
  await step(`publish ${version}`, async () => {
    for (const tarball of readdirSync(join(clone, 'tarballs')))
      await must(['npm', 'publish', join(clone, 'tarballs', tarball), '--access', 'public'], work, env);
  });

  const project = join(work, 'project');
  await step('test README', async () => {
    mkdirSync(project);
    const failure = await runPage(join(clone, 'README.md'), { folder: project, env });
    if (failure) throw new Error(`README.md:${failure.line}: ${failure.message}`);
    for (const name of ['sdk', 'mock']) {
      const installed = readJson(join(project, `node_modules/@issue-tracking/${name}/package.json`));
      if (installed.version !== version)
        throw new Error(`${name}: expected version ${version}, npm installed ${installed.version}`);
    }
  });
  await step('run the command of @issue-tracking/cli', async () => {
    const output = await must(['npx', '--yes', `@issue-tracking/cli@${version}`, '--version'], work, env);
    if (!output.includes(version)) throw new Error(`--version: expected ${version}, found ${output}`);
  });
  console.log(`\nA release of ${version} would work.`);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  for (const child of processes) child.kill();
  rmSync(work, { recursive: true, force: true });
}

/** Clones the last commit and packs it, as the job `pack` of `release.yml` does, but on the Node of this repository. */
async function pack(folder: string): Promise<void> {
  await must(['git', 'clone', '--quiet', root, folder], work);
  const only = ['--filter', './packages/*'];
  await must([pnpm, 'install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', ...only], folder);
  await must([pnpm, 'release', 'tarballs'], folder, { pnpm_config_verify_deps_before_run: 'false' });
}

/** Starts a registry that has this repository's packages, and forwards requests for all others to npm's registry. */
async function startRegistry(): Promise<string> {
  // It depends on a tag of node-fetch, which a mirror may lack.
  writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true, overrides: { 'node-fetch': '2.7.0' } }));
  await must(['npm', 'install', '--no-audit', '--no-fund', 'verdaccio@6.10.4'], work);
  // npm may print warnings before the last line.
  const usual = (await must(['npm', 'config', 'get', 'registry'], work)).trim().split('\n').at(-1);
  const config = {
    storage: join(work, 'registry'),
    uplinks: { usual: { url: usual, maxage: '1h', timeout: '60s' } },
    packages: {
      '@issue-tracking/*': { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'usual' },
    },
    log: { type: 'stdout', format: 'json', level: 'http' },
  };
  // JSON is YAML.
  const file = join(work, 'registry.yaml');
  writeFileSync(file, JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const verdaccio = join(work, 'node_modules/verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [verdaccio, '--config', file, '--listen', address], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  processes.push(child);
  const url = `http://${address}/`;
  for (let tries = 0; tries < 100; tries++) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return url;
    await setTimeout(200);
  }
  throw new Error('the registry did not start');
}

/** Writes npm's settings. npm doesn't publish without a token; this registry accepts any. */
function writeSettings(registry: string): string {
  const file = join(work, 'npmrc');
  writeFileSync(file, `registry=${registry}\n${registry.replace('http:', '')}:_authToken=any\n`);
  return file;
}

/** Runs a step and prints its name and time. */
async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  process.stdout.write(`${name} … `);
  try {
    const result = await run();
    console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`);
    return result;
  } catch (error) {
    console.log('FAILED');
    throw error;
  }
}

async function must(command: readonly string[], cwd: string, env?: Record<string, string>): Promise<string> {
  const { code, output } = await runCommand(command, { cwd, timeoutMs: 600_000, ...(env && { env }) });
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`);
  return output;
}

function readJson(file: string): { version: string } {
  return JSON.parse(readFileSync(file, 'utf8'));
}
