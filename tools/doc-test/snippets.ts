import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Block, isBlock, isSkipped, parsePage } from './parse-page.ts';

const root = join(import.meta.dirname, '../..');

/** The folder of the modules that are made from the code of Markdown pages, to be type-checked and run. */
const snippetsFolder = join(root, 'docs/.snippets');

/** The `ts` blocks of one page that run as one module, and their output as the page shows it. */
export interface Snippet {
  /** Page and line, for messages: `docs/client/pagination.md:12`. */
  title: string;
  file: string;
  /** Whether the module is a Vitest file, which is collected and not imported. */
  isTest: boolean;
  /** Whether the module is a program of its own. Other modules are only type-checked. */
  runs: boolean;
  /** Whether the module needs a Redis server, at the address in `REDIS_URL`. */
  needsRedis: boolean;
  /** One entry for each block with a `text` block after it. */
  prints: { line: number; text: string }[];
}

/** Returns the line printed before each block, which separates the output of the blocks. */
export function blockMark(line: number): string {
  return `--- block at line ${line}`;
}

/** Returns every page whose code is run. */
export function pages(): string[] {
  return [
    'README.md',
    ...globSync('{packages,examples}/*/README.md', { cwd: root }),
    ...globSync(['docs/index.md', 'docs/{start,client,mock,recipes,reference}/*.md'], { cwd: root }),
  ].sort();
}

/**
 * Finds the `ts` blocks of a page. Consecutive blocks are one module; `ts alone` begins a new one. `ts test` is a Vitest
 * file; `ts redis` needs a Redis server. A block that is a file of an application, such as `src/main.ts`, and a skipped block
 * are only type-checked here: `pnpm doc-test` builds and runs the application. Alternatives, which need packages of their own,
 * are left to `pnpm compat`. A `text` block straight after a block is the expected output.
 */
export function snippetsOf(page: string): (Snippet & { code: string })[] {
  const snippets: (Snippet & { lines: string[] })[] = [];
  let current: (typeof snippets)[number] | undefined;
  let before: Block | undefined;
  for (const block of parsePage(join(root, page)).filter(isBlock)) {
    const { line, language, flag, text } = block;
    if (language === 'ts' && !block.isIndented && block.choice === undefined) {
      const isTest = flag === 'test';
      const named = block.note === undefined && block.quotes === undefined ? block.file : undefined;
      const isPart = /\/|\.config\./.test(named ?? '') || isSkipped(block.note);
      const file = join(snippetsFolder, page.replace(/\.md$/, ''), named ?? `line-${line}${isTest ? '.test' : ''}.ts`);
      if (block.appends) current = snippets.find((snippet) => snippet.file === file);
      else if (flag || isPart || named) current = undefined;
      if (!current) {
        const title = `${page}:${line}`;
        const needsRedis = flag === 'redis';
        current = { title, file, isTest, runs: !isTest && !isPart, needsRedis, prints: [], lines: [] };
        snippets.push(current);
      }
      // Keep the page's line numbers, so that errors name them.
      while (current.lines.length < line - 1) current.lines.push('');
      current.lines.push(isTest ? '' : `console.log(${JSON.stringify(blockMark(line))});`, ...text.split('\n'));
      if (isTest || isPart) current = undefined;
    } else if (language === 'text' && current && before?.language === 'ts') {
      current.prints.push({ line: before.line, text: text.trim() });
    }
    before = block;
  }
  return snippets.map(({ lines, ...snippet }) => ({ ...snippet, code: `${lines.join('\n')}\nexport {};\n` }));
}

/**
 * Writes every snippet as a module and returns the snippets. An existing file with the same content stays: Vitest reads its
 * configuration several times, and a test may be about to import the file.
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
