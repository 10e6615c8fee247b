import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileAbove } from '../tools/follow/read-page.ts';

const root = join(import.meta.dirname, '..');

/** Where the code of the Markdown pages is written as modules, to be type-checked and run. */
const snippetsFolder = join(import.meta.dirname, '.snippets');

/** The `ts` blocks of one page that run as one module, and what the page says they print. */
export interface Snippet {
  /** Page and line, for people: `docs/client/pagination.md:12`. */
  title: string;
  file: string;
  /** A Vitest file of its own, collected and not imported. */
  isTest: boolean;
  /** Whether it is a program that runs by itself; else it is type-checked only. */
  runs: boolean;
  /** Runs only where there is a Redis, whose address is in `REDIS_URL`. */
  needsRedis: boolean;
  /** One entry a block followed by a `text` block. */
  prints: { line: number; text: string }[];
}

/** Printed before each block, so that output can be told apart by block. */
export function blockMark(line: number): string {
  return `--- block at line ${line}`;
}

/** Every page whose code is run. */
export function pages(): string[] {
  return [
    'README.md',
    'docs/index.md',
    ...globSync('{packages,examples}/*/README.md', { cwd: root }),
    ...globSync('docs/{start,client,mock,recipes,reference}/*.md', { cwd: root }),
  ].sort();
}

/**
 * Finds the `ts` blocks of a page. Consecutive blocks are one module, as a reader takes them; `ts alone` begins a new
 * one; `ts test` is a Vitest file; `ts redis` runs where there is a Redis. A block that is a file of an application, such as
 * `src/main.ts`, and one that nobody can follow, are type-checked here: `pnpm follow` builds and runs the application. A
 * `text` block straight after is what the code must print.
 */
export function snippetsOf(page: string): (Snippet & { code: string })[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const snippets: (Snippet & { code: string; lines: string[] })[] = [];
  let current: (typeof snippets)[number] | undefined;
  let lastBlock = 0;
  for (let start = 0; start < lines.length; start++) {
    const [, language = '', flag = ''] = /^```(\w+) ?([\w-]*)$/.exec(lines[start] ?? '') ?? [];
    if (!language) continue;
    const end = lines.indexOf('```', start + 1);
    if (end < 0) throw new Error(`${page}:${start + 1}: this block has no end`);
    const block = lines.slice(start + 1, end);
    if (language === 'ts') {
      const isTest = flag === 'test';
      const { file, isPart } = captionOf(lines, start);
      if (!current || flag || isPart || file) {
        current = {
          title: `${page}:${start + 1}`,
          file: join(snippetsFolder, page.replace(/\.md$/, ''), file ?? `line-${start + 1}${isTest ? '.test' : ''}.ts`),
          isTest,
          runs: !isTest && !isPart,
          needsRedis: flag === 'redis',
          prints: [],
          code: '',
          lines: [],
        };
        snippets.push(current);
      }
      // Each line stands where it stands in the page, so that an error names the page's line.
      while (current.lines.length < start) current.lines.push('');
      current.lines.push(isTest ? '' : `console.log(${JSON.stringify(blockMark(start + 1))});`, ...block);
      lastBlock = start + 1;
      if (isTest || isPart) current = undefined;
    } else if (
      language === 'text' &&
      current &&
      lines.slice(lastBlock, start).filter((line) => line === '```').length === 1
    ) {
      current.prints.push({ line: lastBlock, text: block.join('\n').trim() });
    }
    start = end;
  }
  return snippets.map(({ lines: body, ...snippet }) => ({ ...snippet, code: `${body.join('\n')}\nexport {};\n` }));
}

/**
 * Writes every snippet as a module and says what there is to run. A file that is there already stays: Vitest reads its
 * configuration several times, and what a test is about to import must not be away for a moment.
 */
export function writeSnippets(): Snippet[] {
  const snippets = pages().flatMap(snippetsOf);
  const wanted = new Set(snippets.map(({ file }) => file));
  for (const name of globSync('**/*.{ts,mts}', { cwd: snippetsFolder })) {
    const file = join(snippetsFolder, name);
    if (!wanted.has(file)) rmSync(file, { force: true });
  }
  return snippets.map(({ code, ...snippet }) => {
    const { file } = snippet;
    if (!existsSync(file) || readFileSync(file, 'utf8') !== code) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
    return snippet;
  });
}

/**
 * The file that the line above a block names, and whether it is a part of an application: a file in a folder, the
 * configuration of a tool, or a block that says that nobody can follow it.
 */
function captionOf(lines: string[], start: number): { file: string | undefined; isPart: boolean } {
  const above = lines.slice(0, start).findLast((line) => line.trim() !== '') ?? '';
  const file = fileAbove.exec(above.trim())?.[1];
  const isPart = /\/|\.config\./.test(file ?? '') || above.startsWith('<!-- follow: not, because ');
  return { file, isPart };
}
