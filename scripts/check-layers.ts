/**
 * Checks that imports run down: a file may import from its own folder and from the layers below it, types included.
 * The order is in `layers.ts`.
 *
 * Another checkout can be named, to see how it stands: `node scripts/check-layers.ts ../other`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { type LayeredPackage, layeredPackages } from './layers.ts';

/** A package's sources by their path from `root`, and its `imports`: the files that each `#name` can stand for. */
export interface Sources {
  files: Record<string, string>;
  imports?: Record<string, string[]>;
}

/** One message for each import that points up or aside, and for each name that is only in the tree or only in the layers. */
export function findViolations({ root, layers }: LayeredPackage, { files, imports = {} }: Sources): string[] {
  const heights = new Map(layers.flatMap(({ names }, height) => names.map((name) => [name, height] as const)));
  const nameOf = (file: string) => file.split('/')[0] ?? file;
  const violations: string[] = [];

  const unknown = new Set(
    Object.keys(files)
      .map(nameOf)
      .filter((name) => !heights.has(name)),
  );
  for (const name of unknown) {
    violations.push(`${root}/${name} has no layer. Move what is in it, or give it a place in scripts/layers.ts.`);
  }
  const present = new Set(Object.keys(files).map(nameOf));
  for (const name of heights.keys()) {
    if (!present.has(name)) violations.push(`${root}/${name} does not exist. Remove it from scripts/layers.ts.`);
  }

  for (const [file, text] of Object.entries(files)) {
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      for (const target of targetsOf(file, fileName, imports)) {
        const problem = judge(file, target);
        if (problem) violations.push(`${root}/${file} imports ${join(root, target)}: ${problem}`);
      }
    }
  }
  return violations;

  function judge(file: string, target: string): string | undefined {
    // The version of the package is read there.
    if (target === '../package.json') return undefined;
    if (target.startsWith('../')) return `imports stay inside ${root}. Move the file into it.`;
    const [from, to] = [nameOf(file), nameOf(target)];
    const [above, below] = [heights.get(from), heights.get(to)];
    if (from === to || above === undefined || below === undefined || above < below) return undefined;
    const relation = above === below ? 'stands beside' : 'is above';
    return `${to} ${relation} ${from}, and imports may only point down. Move what is needed to ${from} or below it, or pass it in as an argument.`;
  }
}

/** The files that an import can mean, from `root`; none for another package. */
function targetsOf(file: string, specifier: string, imports: Record<string, string[]>): string[] {
  if (specifier.startsWith('.')) return [posix.join(posix.dirname(file), specifier)];
  return imports[specifier] ?? [];
}

/** The sources under `root`, without tests and what only they use. */
function readSources(repository: string, root: string): Sources {
  const paths = globSync('**/*.ts', { cwd: join(repository, root) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test(-d)?\.ts$|(^|\/)fixture\.ts$/.test(path))
    .sort();
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(repository, root, path), 'utf8')]));
  const manifest = JSON.parse(readFileSync(join(repository, root, '../package.json'), 'utf8'));
  const imports = Object.entries(manifest.imports ?? {}).map(([name, value]) => [name, sourcesIn(value)]);
  return { files, imports: Object.fromEntries(imports) };
}

/** The source files among the conditions of one entry of `imports`. */
function sourcesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('./src/') ? [value.slice('./src/'.length)] : [];
  return Object.values(value ?? {}).flatMap(sourcesIn);
}

if (process.argv[1] === import.meta.filename) {
  const repository = process.argv[2] ?? join(import.meta.dirname, '..');
  const violations = layeredPackages.flatMap((tree) => findViolations(tree, readSources(repository, tree.root)));
  for (const violation of new Set(violations)) console.error(violation);
  if (violations.length > 0) {
    console.error(`\n${new Set(violations).size} imports or files break the order of layers in scripts/layers.ts.`);
    process.exitCode = 1;
  }
}
