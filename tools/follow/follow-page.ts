import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { blockMark, snippetsOf } from '../../docs/snippets.ts';
import { runCommand } from '../project/command.ts';
import { findProgram } from '../test/programs.ts';
import { seeInBrowser } from './browser.ts';
import { matches, readPage, type Step } from './read-page.ts';

/** A failure at a block of a page. */
export interface Stumble {
  readonly line: number;
  readonly said: string;
}

/** The environment of a reader who follows a page. */
export interface Reader {
  /** An empty folder. */
  readonly folder: string;
  /** Our packages as they would be published, by name: what `npm install` is given in their place. Without them, npm's registry has ours. */
  readonly tarballs?: ReadonlyMap<string, string>;
  /** A project that has what the first pages install, for pages that install nothing themselves. */
  readonly started?: string;
  readonly env?: Record<string, string>;
}

/** How long one block may take, in milliseconds: an installation of Next.js or Storybook takes a while. */
const patience = 120_000;
const root = join(import.meta.dirname, '../..');

/**
 * Does what a page says, from top to bottom, in a project made by `npm init -y`: saves the files that it shows, runs its
 * shell blocks, opens what it says to open, and compares what is printed and seen. Then it runs the page's own programs,
 * which are its `ts` blocks, and its tests. Ends at the first block that doesn't work, as a reader does.
 */
export async function followPage(page: string, reader: Reader): Promise<Stumble | undefined> {
  const background: ChildProcess[] = [];
  const state = join(reader.folder, '.shell');
  // Another program on this computer may use the mock's default port.
  const port = String(await freePort());
  let steps: Step[];
  try {
    steps = readPage(page).map((step) => ({ ...step, ...atPort(step, port) }));
  } catch (error) {
    return { line: 0, said: String(error) };
  }
  try {
    const init = await runCommand(['npm', 'init', '-y'], { cwd: reader.folder });
    if (init.code !== 0) return { line: 0, said: init.output };
    const installs = steps.some(
      ({ kind, text, note }) => kind === 'run' && !isLeftOut(note) && /npm install/.test(text),
    );
    if (!installs && reader.started)
      symlinkSync(join(reader.started, 'node_modules'), join(reader.folder, 'node_modules'));
    for (const step of steps) {
      if (isLeftOut(step.note)) continue;
      const said = await take(step);
      if (said !== undefined) return { line: step.line, said };
    }
    return await runPrograms();
  } finally {
    for (const { pid } of background) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
  }

  async function take(step: Step): Promise<string | undefined> {
    if (step.kind === 'save') return save(step);
    if (step.kind === 'open') return await seeInBrowser(step.text, step.prints ?? '');
    if (step.kind === 'run') return step.note === 'background' ? start(step) : run(step);
    return undefined;
  }

  function save({ file = '', text }: Step): undefined {
    const path = join(reader.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  }

  async function run({ text, prints }: Step): Promise<string | undefined> {
    const { code, output } = await runCommand(['bash', '-c', script(text)], {
      cwd: reader.folder,
      env: environment(),
      timeoutMs: patience,
    });
    if (code !== 0) return `${text}\nended with ${code}:\n${output}`;
    if (prints !== undefined && !matches(output, prints)) {
      return `${text}\nprinted:\n${output}\ninstead of what the page shows:\n${prints}`;
    }
    return undefined;
  }

  /** Starts what goes on while the reader does, such as a server, and waits until it says what the page shows, or where it is. */
  async function start({ text, prints }: Step): Promise<string | undefined> {
    let output = '';
    const child = spawn('bash', ['-c', script(text)], {
      cwd: reader.folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', CI: '1', ...environment() },
    });
    background.push(child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (said) => (output += said));
    const ready = () => (prints === undefined ? /https?:\/\//.test(output) : matches(output, prints));
    for (const end = Date.now() + patience; !ready(); await setTimeout(100)) {
      if (child.exitCode !== null) return `${text}\nended with ${child.exitCode}:\n${output}`;
      if (Date.now() > end) return `${text}\nprinted:\n${output}\ninstead of what the page shows:\n${prints}`;
    }
    return undefined;
  }

  /** What a reader does with `ts` blocks that have no file: one program for those that belong together, and the tests. */
  async function runPrograms(): Promise<Stumble | undefined> {
    const saved = new Set(steps.filter(({ kind, note }) => kind === 'save' || isLeftOut(note)).map(({ line }) => line));
    const snippets = snippetsOf(relative(root, page)).map((snippet) => ({
      ...snippet,
      line: Number(snippet.title.split(':').at(-1)),
    }));
    let tests = false;
    for (const { line, code, isTest, needsRedis, prints } of snippets) {
      if (saved.has(line) && (isTest || prints.length === 0)) continue;
      // Output that Vitest makes is compared by docs/snippets.test.ts.
      if (!isTest && /from 'vitest'/.test(code)) continue;
      if (needsRedis && !findProgram('redis-server')) continue;
      const file = `page-${line}${isTest ? '.test' : ''}.mts`;
      writeFileSync(join(reader.folder, file), code.replaceAll('4010', port));
      if (isTest) {
        tests = true;
        continue;
      }
      if (needsRedis) background.push(startRedis());
      const { code: exit, output } = await runCommand(['bash', '-c', script(`node ${file}`)], {
        cwd: reader.folder,
        env: environment(),
      });
      if (exit !== 0) return { line, said: output };
      for (const { line: block, text } of prints) {
        const [, printed = ''] = output.split(`${blockMark(block)}\n`);
        const own = printed.split(blockMark(0).slice(0, 12))[0]?.trim();
        if (own !== text) return { line: block, said: `printed:\n${own}\ninstead of what the page shows:\n${text}` };
      }
    }
    if (!tests) return undefined;
    const said = await run({ line: 0, kind: 'run', text: 'npx vitest run' });
    return said === undefined ? undefined : { line: 0, said };
  }

  function startRedis(): ChildProcess {
    return spawn('redis-server', ['--port', '0', '--unixsocket', join(reader.folder, 'redis.sock'), '--save', ''], {
      detached: true,
      stdio: 'ignore',
    });
  }

  /** A block as one shell runs it; the next goes on with its variables and in its folder. */
  function script(text: string): string {
    const before = existsSync(state) ? `. ${state}` : '';
    return `${before}\nset -e\n${withTarballs(text)}\nset +e\n{ export -p; echo "cd '$PWD'"; } > ${state}`;
  }

  function withTarballs(text: string): string {
    const own = text.replace(/\bnpx issue-tracking-mock(?!.*--port)/g, `$& --port ${port}`);
    return own.replace(/^.*\b(?:npm|npx|pnpm)\b.*$/gm, (line) =>
      line.replace(/(?<=\s)@issue-tracking\/\w+(?=\s|$)/g, (name) => reader.tarballs?.get(name) ?? name),
    );
  }

  function environment(): Record<string, string> {
    return {
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
      npm_config_prefer_offline: 'true',
      REDIS_URL: join(reader.folder, 'redis.sock'),
      ...reader.env,
    };
  }
}

function atPort({ text, prints }: Step, port: string): Pick<Step, 'text' | 'prints'> {
  const there = (said: string) => said.replaceAll('4010', port);
  return { text: there(text), ...(prints !== undefined && { prints: there(prints) }) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function isLeftOut(note = ''): boolean {
  return note.startsWith('not, because ');
}
