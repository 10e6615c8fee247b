import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appends, fileNameBefore } from '../tools/doc-test/parse-page.ts';

const root = join(import.meta.dirname, '..');

/** The folder of the modules that are made from the code of Markdown pages, to be type-checked and run. */
const snippetsFolder = join(import.meta.dirname, '.snippets');

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
    'docs/index.md',
    ...globSync('{packages,examples}/*/README.md', { cwd: root }),
    ...globSync('docs/{start,client,mock,recipes,reference}/*.md', { cwd: root }),
  ].sort();
}

/**
 * Finds the `ts` blocks of a page. Consecutive blocks are one module; `ts alone` begins a new one. `ts test` is a Vitest
 * file; `ts redis` needs a Redis server. A block that is a file of an application, such as `src/main.ts`, and a skipped block
 * are only type-checked here: `pnpm doc-test` builds and runs the application. Alternatives, which need packages of their own,
 * are left to `pnpm compat`. A `text` block straight after a block is the expected output.
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
    const caption = captionOf(lines, start);
    if (language === 'ts' && !caption.isChoice) {
      const isTest = flag === 'test';
      const { isPart } = caption;
      const name = caption.file ?? `line-${start + 1}${isTest ? '.test' : ''}.ts`;
      const file = join(snippetsFolder, page.replace(/\.md$/, ''), name);
      if (caption.appends) current = snippets.find((snippet) => snippet.file === file);
      else if (flag || isPart || caption.file) current = undefined;
      if (!current) {
        current = {
          title: `${page}:${start + 1}`,
          file,
          isTest,
          runs: !isTest && !isPart,
          needsRedis: flag === 'redis',
          prints: [],
          code: '',
          lines: [],
        };
        snippets.push(current);
      }
      // Keep the page's line numbers, so that errors name them.
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

/**
 * Returns the file that the line above a block names, and whether it is a part of an application: a file in a folder, the
 * configuration of a tool, or a skipped block.
 */
function captionOf(lines: string[], start: number) {
  const above = (lines.slice(0, start).findLast((line) => line.trim() !== '') ?? '').trim();
  const file = fileNameBefore.exec(above)?.[1];
  const isPart = /\/|\.config\./.test(file ?? '') || above.startsWith('<!-- doc-test: skip, because ');
  return { file, isPart, appends: appends.test(above), isChoice: above.startsWith('<!-- doc-test: choice ') };
}
