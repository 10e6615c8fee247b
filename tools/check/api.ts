/**
 * `pnpm check api [--write]`: compares what each entry point exports, according to the published declarations, with its report in
 * `packages/*\/api`. Prints the difference. Writes the reports with `--write`. Also compares the declarations with the module, and
 * finds types that a public signature names but that no entry point exports. `pnpm build` comes first.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel, type ExtractorMessage } from '@microsoft/api-extractor';
import { differentValues, exportsOf, isSpelledOut } from './exports.ts';
import { sortLiteralUnions } from './literal-unions.ts';

const root = join(import.meta.dirname, '../..');
/** Packages of which an application may wrap each function, and then has to name each type. */
const wrapped = ['sdk'];
const problems: string[] = [];
const work = mkdtempSync(join(tmpdir(), 'issue-tracking-api-'));

try {
  for (const name of readdirSync(join(root, 'packages'))) checkPackage(name);
} finally {
  rmSync(work, { recursive: true });
}
if (problems.length > 0) {
  process.exitCode = 1;
  for (const problem of problems) console.error(problem);
} else if (process.exitCode)
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
  const forgotten: string[] = [];
  const exported = new Set<string>();
  for (const [entry, declarations] of entries) {
    writeFileSync(
      join(built, `${entry}.api.md`),
      report(folder, entry, declarations, (type) => forgotten.push(type)),
    );
    const declared = exportsOf(declarations);
    const module = exportsOf(declarations.replace(/\.d\.ts$/, '.js'));
    for (const problem of differentValues(declared, module)) problems.push(`${name}, ${entry}: ${problem}`);
    for (const one of declared.all) exported.add(one);
  }
  if (wrapped.includes(name)) {
    for (const type of forgotten) if (!exported.has(type)) problems.push(`${name}: no entry point exports ${type}`);
  }
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

/** Returns the report of an entry point as it is built. `onForgotten` receives types that it doesn't export but names. */
function report(folder: string, entry: string, declarations: string, onForgotten: (type: string) => void): string {
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
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Warning },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  const text = readFileSync(declarations, 'utf8');
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message: ExtractorMessage) {
      message.handled = true;
      const [, name] = /^The symbol "(\w+)" needs to be exported/.exec(message.text) ?? [];
      if (name !== undefined && !isSpelledOut(name, text)) onForgotten(name);
    },
  });
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
