/**
 * Writes what each package's entry points export, one report an entry, from the declarations that are published. A
 * change of the public surface is then seen in review. Without `--write` it only compares. `pnpm build` comes first.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel, type ExtractorMessage } from '@microsoft/api-extractor';

const root = join(import.meta.dirname, '../..');
const onlyCompare = !process.argv.includes('--write');
const stale: string[] = [];

for (const name of readdirSync(join(root, 'packages'))) {
  const folder = join(root, 'packages', name);
  const entries = entryPoints(folder);
  // A package that is only a command has none.
  if (entries.size === 0) continue;
  const reports = join(folder, 'api');
  mkdirSync(reports, { recursive: true });
  for (const [entry, declarations] of entries) report(folder, reports, entry, declarations);
  for (const file of readdirSync(reports)) {
    if (entries.has(basename(file, '.api.md'))) continue;
    stale.push(`packages/${name}/api/${file} is of no entry point`);
    if (!onlyCompare) rmSync(join(reports, file));
  }
}

if (stale.length > 0) {
  console.log(stale.join('\n'));
  if (onlyCompare) {
    console.error(
      '\nThe public surface has changed. If that is meant, run `pnpm check api --write` and commit the reports.',
    );
    process.exitCode = 1;
  }
}

/** The declarations of each entry point that has any, by the name of its report. */
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

function report(folder: string, reports: string, entry: string, declarations: string): void {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      compiler: { overrideTsconfig: compilerOptions(declarations) },
      apiReport: {
        enabled: true,
        reportFileName: entry,
        reportFolder: reports,
        reportTempFolder: join(tmpdir(), 'issue-tracking-api', basename(folder)),
      },
      docModel: { enabled: false },
      newlineKind: 'lf',
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // What other checks say (typedoc, the compiler) isn't said again.
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  const before = existsSync(config.reportFilePath);
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !onlyCompare,
    messageCallback: silence,
  });
  if (apiReportChanged || !before) stale.push(`packages/${basename(folder)}/api/${entry}.api.md`);
}

/** The fewest options that every reader of the declarations has. */
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
