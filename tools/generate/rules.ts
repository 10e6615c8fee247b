/** The files that enforce each rule of the specification, and the tests that prove it. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Rule, rules } from '../../packages/cli/src/rules.ts';

/** Texts of files, by their paths from the root of the repository. */
export type Texts = Record<string, string>;

/** The files that cite each ID. */
export type Citations = Map<string, Set<string>>;

export interface RuleFiles {
  /** Sources with `// enforces AUTH-7` above the code that enforces a rule; for a gap, sources whose comments name it. */
  enforcedIn: Citations;
  /** Tests with the rule in square brackets in a title. */
  provedBy: Citations;
  /** All files that name the ID, in any form. */
  cited: Citations;
}

const families = 'GEN|RES|STA|EP|AUTH|ERR|LIM|VER|GAP';
/** `EP-4`, and `EP-1 to EP-4`. */
const citation = new RegExp(String.raw`\b(${families})-(\d+)(?:\s+(?:\* )?to \1-(\d+))?\b`, 'g');
/** `// enforces AUTH-7`, `// enforces EP-9, STA-4`. */
const marker = new RegExp(String.raw`^\s*// enforces ((?:${families})-\d+(?:, (?:${families})-\d+)*)$`, 'gm');
const inBrackets = new RegExp(String.raw`\[(?:${families})-\d+\]`, 'g');

export function readRuleFiles(texts: Texts): RuleFiles {
  const files: RuleFiles = { enforcedIn: new Map(), provedBy: new Map(), cited: new Map() };
  for (const [path, text] of Object.entries(texts)) {
    for (const id of idsIn(text)) add(files.cited, id, path);
    if (isTest(path)) {
      for (const [title] of text.matchAll(inBrackets)) add(files.provedBy, title.slice(1, -1), path);
    } else if (/^packages\/(model|sdk|mock)\//.test(path)) {
      for (const [, ids = ''] of text.matchAll(marker)) for (const id of idsIn(ids)) add(files.enforcedIn, id, path);
      for (const id of idsIn(text)) if (id.startsWith('GAP-')) add(files.enforcedIn, id, path);
    }
  }
  return files;
}

/** Returns the problems of the list of rules, and of the files that name them. */
export function findRuleProblems(sections: Record<string, Record<string, Rule>>, files: RuleFiles): string[] {
  const known = new Map(Object.values(sections).flatMap((section) => Object.entries(section)));
  const problems: string[] = [];
  const forUsers = new Map<string, Set<string>>();
  for (const [id, paths] of files.cited) {
    if (!known.has(id))
      problems.push(`${id}, which ${[...paths].join(', ')} names, is not in packages/cli/src/rules.ts.`);
    for (const path of paths) if (isForUsers(path)) add(forUsers, path, id);
  }
  for (const [path, ids] of forUsers) {
    problems.push(`${path} names ${[...ids].join(', ')}: pages for users say it in words.`);
  }
  for (const [id, { by, notBuilt, byAbsence }] of known) {
    const proved = files.provedBy.has(id);
    if (notBuilt && proved)
      problems.push(`${id} has a test now: remove its \`notBuilt\` in packages/cli/src/rules.ts.`);
    if (notBuilt) continue;
    if (!proved)
      problems.push(`No test has [${id}] in its title: packages/sdk/test/operations.test.ts has those of endpoints.`);
    if (byAbsence) continue;
    const sources = [...(files.enforcedIn.get(id) ?? [])];
    if (!by && sources.length === 0)
      problems.push(`No source under packages/*/src names ${id}: say where it is decided.`);
    for (const side of by ?? []) {
      // The model enforces a rule for both sides.
      if (sources.some((path) => path.startsWith(`packages/${side}/`) || path.startsWith('packages/model/'))) continue;
      problems.push(`Nothing under packages/${side}/src has "// enforces ${id}" beside the code that does it.`);
    }
  }
  return problems;
}

/** Reads the files that may name rules. */
export function readTexts(repository: string): Texts {
  const patterns = [
    'packages/*/{src,panel,test}/**/*.{ts,tsx}',
    'examples/*/src/**/*.{ts,tsx}',
    '**/*.md',
    'docs/openapi.json',
  ];
  const paths = globSync(patterns, {
    cwd: repository,
    exclude: (path) => /^(node_modules|dist|\.vitepress|api)$/.test(basename(path)),
  });
  const own = paths.map((path) => path.replaceAll('\\', '/')).filter((path) => path !== 'packages/cli/src/rules.ts');
  return Object.fromEntries(own.sort().map((path) => [path, readFileSync(join(repository, path), 'utf8')]));
}

/** Returns the problems of the rules in this repository. */
export function ruleProblems(repository: string): string[] {
  return findRuleProblems(rules, readRuleFiles(readTexts(repository)));
}

function idsIn(text: string): string[] {
  return [...text.matchAll(citation)].flatMap(([, family, first, last = first]) => {
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: Math.max(count, 1) }, (_, index) => `${family}-${Number(first) + index}`);
  });
}

function isTest(path: string): boolean {
  return /^packages\/\w+\/test\/|\.test(-d)?\.tsx?$/.test(path);
}

/** Whether a file is for users: READMEs, all pages but those for contributors, and the OpenAPI document. */
function isForUsers(path: string): boolean {
  // These pages show the output of `issue-tracking compare`, which names rules by ID and sentence.
  if (path === 'docs/mock/compare-with-your-service.md' || path === 'docs/reference/command-line.md') return false;
  return /(^|\/)README\.md$|^docs\/(?!contributing\/)/.test(path);
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}
