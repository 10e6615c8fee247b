/**
 * `pnpm check api [--write]`: compares what each entry point exports, according to the published declarations, with its report in
 * `packages/*\/api`. Prints the difference. Writes the reports with `--write`. `pnpm build` comes first.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel, type ExtractorMessage } from '@microsoft/api-extractor';
import { sortLiteralUnions } from './literal-unions.ts';

const root = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'issue-tracking-api-'));

try {
  for (const name of readdirSync(join(root, 'packages'))) checkPackage(name);
} finally {
  rmSync(work, { recursive: true });
}
if (process.exitCode)
  console.error(
    '\nThe public surface has changed. If that is meant, run `pnpm check api --write` and commit the reports.',
  );

function checkPackage(name: string): void {
  const folder = join(root, 'packages', name);
  const entries = entryPoints(folder);
  // The package of the command has no entry points.
  if (entries.size === 0) return;
  const reports = join(folder, 'api');
  const built = join(work, name);
  mkdirSync(built);
  for (const [entry, declarations] of entries)
    writeFileSync(join(built, `${entry}.api.md`), report(folder, entry, declarations));
  if (process.argv.includes('--write')) {
    rmSync(reports, { recursive: true, force: true });
    cpSync(built, reports, { recursive: true });
    return;
  }
  const { status } = spawnSync('git', ['--no-pager', 'diff', '--no-index', '--unified=1', reports, built], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
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
