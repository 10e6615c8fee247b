/**
 * A dry run of a release, from beginning to end: what is committed is cloned, given its versions, built and
 * published to a registry on this computer. Then a stranger does what README says, in a project made by `npm init -y`,
 * with the packages from there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { followPage } from '../follow/follow-page.ts';
import { runCommand } from '../project/command.ts';
import { pnpm } from '../project/pack.ts';

const root = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'issue-tracking-release-'));
const clone = join(work, 'clone');

const processes: ChildProcess[] = [];
try {
  const registry = await step('start a registry', startRegistry);
  const settings = writeSettings(registry);
  // In both spellings: what started this script may have set either.
  const env = { NPM_CONFIG_USERCONFIG: settings, npm_config_userconfig: settings };

  await step('clone what is committed', () => must(['git', 'clone', '--quiet', root, clone], work));
  await step('install', () => must([pnpm, 'install', '--frozen-lockfile', '--prefer-offline'], clone));
  if (globSync('.changeset/*.md', { cwd: clone }).length > 0) {
    await step('give the packages their versions', () => must([pnpm, 'release', 'version'], clone));
  }
  const { version } = readJson(join(clone, 'packages/sdk/package.json'));
  await step('build', () => must([pnpm, 'build'], clone));
  await step(`publish ${version}`, () => must([pnpm, 'changeset', 'publish'], clone, env));

  const project = join(work, 'project');
  await step('follow README', async () => {
    mkdirSync(project);
    const stumble = await followPage(join(clone, 'README.md'), { folder: project, env });
    if (stumble) throw new Error(`README.md:${stumble.line}: ${stumble.said}`);
    for (const name of ['sdk', 'mock']) {
      const installed = readJson(join(project, `node_modules/@issue-tracking/${name}/package.json`));
      if (installed.version !== version)
        throw new Error(`${installed.version} of ${name} was installed, not ${version}`);
    }
  });
  await step('run the command of @issue-tracking/cli', async () => {
    const said = await must(['npx', '--yes', `@issue-tracking/cli@${version}`, '--version'], work, env);
    if (!said.includes(version)) throw new Error(`it says ${said}, not ${version}`);
  });
  console.log(`\nA release of ${version} would work.`);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  for (const child of processes) child.kill();
  rmSync(work, { recursive: true, force: true });
}

/** Answers with our packages as they are published, and asks the usual registry for all others. */
async function startRegistry(): Promise<string> {
  await must([pnpm, 'install', '--frozen-lockfile', '--prefer-offline'], import.meta.dirname);
  // Its last line: npm may have warned of something before.
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
  const verdaccio = join(import.meta.dirname, 'node_modules/verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [verdaccio, '--config', file, '--listen', address], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  processes.push(child);
  const url = `http://${address}/`;
  for (let tries = 0; tries < 100; tries++) {
    const answers = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return url;
    await setTimeout(200);
  }
  throw new Error('the registry did not start');
}

/** Writes npm's settings. npm sends nothing without a token, although this registry takes any. */
function writeSettings(registry: string): string {
  const file = join(work, 'npmrc');
  writeFileSync(file, `registry=${registry}\n${registry.replace('http:', '')}:_authToken=nobody\n`);
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  return address.port;
}

/** Says what is under way: the whole takes minutes. */
async function step<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  process.stdout.write(`${what} … `);
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
