/**
 * `pnpm check api [--write]`: compares what each entry point exports, according to the published declarations, with its report in
 * `packages/*\/api`. Prints each changed line, and whether it is an addition or a break. Fails without a changeset that covers it.
 * Writes the reports with `--write`. `pnpm build` comes first.
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel, type ExtractorMessage } from '@microsoft/api-extractor';
import { type ApiChange, apiChanges, sortLiteralUnions } from './api-changes.ts';
import { bumpOf, covers, neededBump } from './changesets.ts';

const root = join(import.meta.dirname, '../..');
const onlyCompare = !process.argv.includes('--write');
const changesets = globSync('.changeset/*.md', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
const work = mkdtempSync(join(tmpdir(), 'issue-tracking-api-'));
let isStale = false;
let isUncovered = false;

try {
  for (const name of readdirSync(join(root, 'packages'))) checkPackage(join(root, 'packages', name));
} finally {
  rmSync(work, { recursive: true });
}
if (isUncovered) console.error('\nAdd a changeset that says what users must know: `pnpm changeset`.');
if (isStale && onlyCompare)
  console.error(
    '\nThe public surface has changed. If that is meant, run `pnpm check api --write` and commit the reports.',
  );
process.exitCode = isUncovered || (isStale && onlyCompare) ? 1 : 0;

function checkPackage(folder: string): void {
  const entries = entryPoints(folder);
  // The package of the command has no entry points.
  if (entries.size === 0) return;
  const reports = join(folder, 'api');
  mkdirSync(reports, { recursive: true });
  const changes = [...entries].flatMap(([entry, declarations]) =>
    compare(join(reports, `${entry}.api.md`), report(folder, entry, declarations)),
  );
  for (const file of readdirSync(reports).filter((file) => !entries.has(basename(file, '.api.md'))))
    changes.push(...compare(join(reports, file), ''));
  if (changes.length === 0) return;

  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const isBreak = changes.some(({ kind }) => kind === 'break');
  const needed = neededBump(version, isBreak);
  if (covers(bumpOf(name, changesets), needed)) return;
  isUncovered = true;
  console.error(`${name}: ${isBreak ? 'a break' : 'an addition'} needs a changeset with at least ${needed}`);
}

/** Prints the differences between a report in the repository and the current one. Writes the current one with `--write`. */
function compare(path: string, after: string): ApiChange[] {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (before === after) return [];
  isStale = true;
  const changes = apiChanges(before, after);
  console.log(path.slice(root.length + 1));
  for (const { kind, text } of changes) console.log(`  ${kind.padEnd('addition'.length)}  ${text}`);
  if (!onlyCompare && after === '') rmSync(path);
  else if (!onlyCompare) writeFileSync(path, after);
  return changes;
}

/** Returns the declarations of each entry point that has any, by the name of its report. */
function entryPoints(folder: string): Map<string, string> {
  const { exports = {} }: { exports?: Record<string, string | { types?: string }> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const entries = new Map<string, string>();
  for (const [path, target] of Object.entries(exports)) {
    if (typeof target === 'object' && target.types) {
      entries.set(path === '.' ? 'index' : path.slice('./'.length).replaceAll('/', '-'), join(folder, target.types));
    }
  }
  return entries;
}

/** Returns the report of an entry point as it is built. */
function report(folder: string, entry: string, declarations: string): string {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      compiler: { overrideTsconfig: compilerOptions(declarations) },
      apiReport: { enabled: true, reportFileName: entry, reportFolder: work, reportTempFolder: work },
      docModel: { enabled: false },
      newlineKind: 'lf',
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // Problems that other checks report (typedoc, the compiler) are left out.
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  Extractor.invoke(config, { localBuild: true, messageCallback: silence });
  return sortLiteralUnions(readFileSync(config.reportFilePath, 'utf8'));
}

/** Minimal options: those that every user's compiler has. */
function compilerOptions(declarations: string) {
  return {
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      skipLibCheck: true,
      types: ['node'],
    },
    files: [declarations],
  };
}

function silence(message: ExtractorMessage): void {
  message.handled = true;
}
