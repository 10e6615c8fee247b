/**
 * `pnpm check packages [--write]`: packs each package and checks the tarball with publint and attw. Checks its manifest, its
 * files, the licences of bundled code, and that each imported module is a dependency. Checks what the mock makes Node load.
 * Then runs the packages on the oldest supported Node.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { licenceFile, materialsFile } from '../build/bundled-packages.ts';
import { pnpm } from '../project/pack.ts';
import { expensiveModules } from './loaded-modules.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly repository: { readonly url: string; readonly directory?: string };
  readonly homepage: string;
  readonly bugs: string;
  readonly keywords?: readonly string[];
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  /** Missing in the package of the command. */
  readonly exports?: Record<string, { readonly require?: object }>;
}

/** Matches the module of an `import` or `export … from` at the beginning of a line, also of several lines, or of a `require`. */
const importedModule = /(?:^(?:import|export)\b[^'"\n;]*(?:from )?|^\} from |\brequire\()['"]([^'".#][^'"]*)['"]/gm;

const root = join(import.meta.dirname, '../..');
const packages = join(root, 'packages');
/** With `--write`, rewrites the lists of published files. */
const write = process.argv.includes('--write');
const work = mkdtempSync(join(tmpdir(), 'issue-tracking-pack-'));
const installed = join(work, 'node_modules');
const project: Manifest = read(join(root, 'package.json'));
const run = (command: string, args: string[], cwd?: string) => execFileSync(command, args, { cwd, stdio: 'inherit' });

try {
  for (const name of readdirSync(packages)) {
    const folder = join(packages, name);
    run(pnpm, ['pack', '--pack-destination', join(work, name)], folder);
    const tarball = readdirSync(join(work, name)).map((file) => join(work, name, file))[0] ?? '';
    const target = join(installed, '@issue-tracking', name);
    mkdirSync(target, { recursive: true });
    run('tar', ['-xf', tarball, '--strip-components=1', '-C', target]);
    checkManifest(name, target);
    checkFiles(name, folder, target);
    checkPaths(target);
    checkImports(target);
    linkDependencies(folder, target);
    run('publint', [tarball, '--strict']);
    checkTypes(tarball, read(join(target, 'package.json')));
  }
  checkImportOfMock();
  useOnOldestNode();
} finally {
  rmSync(work, { recursive: true });
}

function checkManifest(name: string, target: string): void {
  const text = readFileSync(join(target, 'package.json'), 'utf8');
  for (const inside of ['@issue-tracking/source', 'workspace:', 'catalog:', './src/']) {
    require(!text.includes(inside), `${name}: published package.json must not contain "${inside}"`);
  }
  const { version, engines, repository, homepage, bugs, keywords } = read(join(target, 'package.json'));
  const { url } = project.repository;
  require(repository.url === url && repository.directory === `packages/${name}`, `${name}: repository is not ${url}`);
  require(homepage === project.homepage, `${name}: homepage is not ${project.homepage}`);
  require(bugs === project.bugs, `${name}: bugs is not ${project.bugs}`);
  require((keywords?.length ?? 0) > 2, `${name} has no keywords`);
  require(engines.node === project.engines.node, `${name}: engines.node is not ${project.engines.node}`);
  const changelog = readFileSync(join(target, 'CHANGELOG.md'), 'utf8');
  require(changelog.includes(`\n## ${version}\n`), `${name}: CHANGELOG.md has no section ${version}`);
  const readme = readFileSync(join(target, 'README.md'), 'utf8');
  require(readme.includes(homepage), `${name}: README.md does not link to ${homepage}`);
}

/**
 * Compares the published files with the list in the repository, so that reviewers see added and removed files. Names of chunks
 * change with their content, so all chunks are one line.
 */
function checkFiles(name: string, folder: string, target: string): void {
  const list = join(folder, 'files.txt');
  const files = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => relative(target, join(parentPath, file)).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('node_modules/'))
    .map((file) => file.replace(/^(dist\/).*-[\w-]{8}(\.(?:d\.)?c?[jt]s)$/, '$1*-HASH$2'));
  const found = `${[...new Set(files)].sort().join('\n')}\n`;
  if (write) writeFileSync(list, found);
  const known = existsSync(list) ? readFileSync(list, 'utf8') : '';
  require(known ===
    found, `${name}: published files differ from packages/${name}/files.txt. If that is intended, run \`pnpm check packages --write\`.
${difference(known, found)}`);
}

/** Checks that no file names a folder of the building machine: it would tell who built, and two builds would differ. */
function checkPaths(target: string): void {
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    require(!readFileSync(file, 'utf8').includes(root), `${relative(installed, file)} contains the path ${root}`);
  }
}

function difference(known: string, found: string): string {
  const [before, after] = [new Set(known.split('\n')), new Set(found.split('\n'))];
  return [
    ...[...before].filter((file) => !after.has(file)).map((file) => `- ${file}`),
    ...[...after].filter((file) => !before.has(file)).map((file) => `+ ${file}`),
  ].join('\n');
}

/** Checks the types of all entry points: with a CommonJS build for every resolution, `node10` included; others for `import`. */
function checkTypes(tarball: string, { exports = {} }: Manifest): void {
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
  const both = entries.filter((entry) => exports[entry]?.require);
  const modulesOnly = entries.filter((entry) => !exports[entry]?.require);
  if (both.length > 0) run('attw', [tarball, '--profile', 'strict', '--entrypoints', ...both]);
  if (modulesOnly.length > 0) run('attw', [tarball, '--profile', 'esm-only', '--entrypoints', ...modulesOnly]);
}

/** Checks that each imported module is a dependency, a peer or part of Node, and that bundled code has its licences. */
function checkImports(target: string): void {
  const { name, dependencies, peerDependencies } = read(join(target, 'package.json'));
  const available = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies }), ...builtinModules]);
  const files = readdirSync(join(target, 'dist')).filter((file) => /\.(c?js|d\.c?ts)$/.test(file));
  for (const file of files) {
    const code = readFileSync(join(target, 'dist', file), 'utf8');
    for (const [, module = ''] of code.matchAll(importedModule)) {
      const owner = module.replace(/^node:/, '').match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? '';
      require(available.has(owner), `${name}: dist/${file} imports ${module}, which is not a dependency`);
    }
    if (!code.includes('node_modules/')) continue;
    for (const list of [licenceFile, materialsFile]) {
      const isThere = existsSync(join(target, 'dist', list));
      require(isThere, `${name}: dist/${file} has bundled code, but dist/${list} is missing`);
    }
  }
}

/** Links the package's dependencies, as an installation would. */
function linkDependencies(folder: string, target: string): void {
  const { dependencies, peerDependencies } = read(join(target, 'package.json'));
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    const source = join(folder, 'node_modules', name);
    if (name.startsWith('@issue-tracking/') || !existsSync(source)) continue;
    const link = join(target, 'node_modules', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(realpathSync(source), link);
  }
}

/** Checks that importing the mock, which each test file pays for, loads no expensive module of Node. */
function checkImportOfMock(): void {
  const program = "const { createMock } = await import('@issue-tracking/mock'); createMock();";
  const loaded = expensiveModules(program, work);
  require(loaded.length ===
    0, `mock: its import makes Node load ${loaded.join(' and ')}; find the global that it reads`);
}

/** Runs client and mock on the oldest Node that `engines` allows. */
function useOnOldestNode(): void {
  const oldest = `${project.engines.node.replace('>=', '')}.0`;
  if (process.platform !== 'linux') {
    console.warn(`⚠ SKIPPED: the packages on Node ${oldest}, which can only be installed on Linux.`);
    return;
  }
  const code = `
    import { createMock } from '@issue-tracking/mock';
    import { listen } from '@issue-tracking/mock/server';
    import { IssueTrackingClient } from '@issue-tracking/sdk';
    import { redisStore } from '@issue-tracking/sdk/redis';
    import { toOpenApi } from '@issue-tracking/model';
    import { createRequire } from 'node:module';
    const mock = createMock();
    const server = await listen(mock);
    const client = new IssueTrackingClient({ ...mock.clientOptions, baseUrl: server.url, fetch: undefined });
    const { total } = await client.issues.list('prj_web');
    await server.close();
    const require = createRequire(process.cwd() + '/');
    const common = require('@issue-tracking/mock').createMock();
    const { IssueTrackingClient: Required } = require('@issue-tracking/sdk');
    if ((await new Required(common.clientOptions).issues.list('prj_web')).total !== total) throw new Error('CommonJS');
    console.log(process.version, total, typeof redisStore, toOpenApi().openapi);`;
  const command = [
    '--package',
    `node-linux-${process.arch}@${oldest}`,
    'dlx',
    'node',
    '--input-type=module',
    '--eval',
    code,
  ];
  const output = execFileSync(pnpm, command, { cwd: work, encoding: 'utf8' });
  require(output.includes(`v${oldest} 3 function`), `the packages don't work on Node ${oldest}: ${output}`);
}

function read(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function require(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}
