import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { freePort } from '../project/free-port.ts';
import { findProgram } from '../testing/programs.ts';
import { Tab } from './browser.ts';
import { isSkipped, type Step, stepsOf } from './parse-page.ts';
import { mismatch, Shell } from './shell.ts';
import { blockMark, snippetsOf } from './snippets.ts';

/** The first block of a page that failed. Line 0 is the page as a whole. */
export interface DocFailure {
  readonly line: number;
  readonly message: string;
}

/** The environment in which a page is tested. */
export interface PageEnvironment {
  /** An empty folder. */
  readonly folder: string;
  /** Packed packages by name, which `npm install` gets in their place. By default the registry has them. */
  readonly tarballs?: ReadonlyMap<string, string>;
  /** A project with installed packages, for pages that install nothing themselves. */
  readonly installed?: string;
  /** The alternative to take, as `vue-ts`. By default the first of the page, which its commands name. */
  readonly choice?: string;
  readonly env?: Record<string, string>;
}

const root = join(import.meta.dirname, '../..');

/**
 * Tests a page from top to bottom, in a project made by `npm init -y`: saves its files, runs its shell blocks, opens its
 * addresses, and compares output. Then it runs the page's programs, which are its `ts` blocks, and its tests. Stops at the
 * first failure.
 */
export async function runPage(page: string, environment: PageEnvironment): Promise<DocFailure | undefined> {
  // Another program may use the mock's default port.
  const port = String(await freePort());
  let steps: Step[];
  try {
    steps = chosenSteps(stepsOf(page), environment.choice).map((step) => ({ ...step, ...withPort(step, port) }));
  } catch (error) {
    return { line: 0, message: String(error) };
  }
  await using tab = new Tab();
  using shell = new Shell({ ...environment, port });
  const init = await shell.expect('npm init -y');
  if (init !== undefined) return { line: 0, message: init };
  const installs = steps.some(({ kind, text, note }) => kind === 'run' && !isSkipped(note) && /npm install/.test(text));
  if (!installs && environment.installed)
    symlinkSync(join(environment.installed, 'node_modules'), join(environment.folder, 'node_modules'));
  for (const step of steps) {
    if (isSkipped(step.note)) continue;
    const message = await runStep(step);
    if (message !== undefined) return { line: step.line, message };
  }
  return await runPrograms();

  async function runStep({ kind, text, file = '', prints, note }: Step): Promise<string | undefined> {
    if (kind === 'save' || kind === 'append') return save(join(shell.folder, file), text, kind);
    if (kind === 'open') return await tab.open(shell.resolve(text), prints ?? '');
    if (kind === 'see') return await tab.expect(text);
    if (kind === 'click') return await tab.click(text);
    if (kind === 'run') return await (note === 'background' ? shell.start(text, prints) : shell.expect(text, prints));
    return undefined;
  }

  /** Runs the `ts` blocks without a file name: each module as a program, and the tests. */
  async function runPrograms(): Promise<DocFailure | undefined> {
    const saved = new Set(steps.filter(({ kind, note }) => kind === 'save' || isSkipped(note)).map(({ line }) => line));
    const snippets = snippetsOf(relative(root, page)).map((snippet) => ({
      ...snippet,
      line: Number(snippet.title.split(':').at(-1)),
    }));
    let tests = false;
    for (const { line, code, isTest, needsRedis, prints } of snippets) {
      if (saved.has(line) && (isTest || prints.length === 0)) continue;
      // docs/snippets.test.ts compares the output of tests.
      if (!isTest && /from 'vitest'/.test(code)) continue;
      if (needsRedis && !findProgram('redis-server')) continue;
      const file = `page-${line}${isTest ? '.test' : ''}.mts`;
      writeFileSync(join(shell.folder, file), code.replaceAll('4010', port));
      if (isTest) {
        tests = true;
        continue;
      }
      if (needsRedis) shell.startRedis();
      const { code: exit, output } = await shell.run(`node ${file}`);
      if (exit !== 0) return { line, message: output };
      for (const { line: block, text } of prints) {
        const [, printed = ''] = output.split(`${blockMark(block)}\n`);
        const own = printed.split(blockMark(0).slice(0, 12))[0]?.trim();
        if (own !== text) return { line: block, message: mismatch(own ?? '', text) };
      }
    }
    if (!tests) return undefined;
    const message = await shell.expect('npx vitest run');
    return message === undefined ? undefined : { line: 0, message };
  }
}

function save(path: string, text: string, kind: 'save' | 'append'): undefined {
  mkdirSync(dirname(path), { recursive: true });
  if (kind === 'append') appendFileSync(path, `${text}\n`);
  else writeFileSync(path, `${text}\n`);
}

/** Leaves out the blocks of other alternatives, and replaces the first alternative in commands: `--template react-ts`. */
function chosenSteps(steps: readonly Step[], choice: string | undefined): Step[] {
  const all = new Set(steps.flatMap((step) => step.choice ?? []));
  const [first = ''] = all;
  const chosen = choice ?? first;
  if (choice !== undefined && !all.has(choice))
    throw new Error(`No choice ${choice} on the page: ${[...all].join(', ')}`);
  return steps
    .filter((step) => step.choice === undefined || step.choice === chosen)
    .map((step) => (step.kind === 'run' && first ? { ...step, text: step.text.replaceAll(first, chosen) } : step));
}

function withPort({ text, prints }: Step, port: string): Pick<Step, 'text' | 'prints'> {
  const replaced = (value: string) => value.replaceAll('4010', port);
  return { text: replaced(text), ...(prints !== undefined && { prints: replaced(prints) }) };
}
