import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { blockMark, snippetsOf } from '../../docs/snippets.ts';
import { runCommand } from '../project/command.ts';
import { findProgram } from '../test/programs.ts';
import { expectInBrowser } from './browser.ts';
import { matches, parsePage, type Step } from './parse-page.ts';

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
  readonly env?: Record<string, string>;
}

/** Enough to install Next.js or Storybook. */
const blockTimeoutMs = 120_000;
const root = join(import.meta.dirname, '../..');

/**
 * Tests a page from top to bottom, in a project made by `npm init -y`: saves its files, runs its shell blocks, opens its
 * addresses, and compares output. Then it runs the page's programs, which are its `ts` blocks, and its tests. Stops at the
 * first failure.
 */
export async function runPage(page: string, environment: PageEnvironment): Promise<DocFailure | undefined> {
  const background: ChildProcess[] = [];
  const { folder } = environment;
  const state = join(folder, '.shell');
  // Another program may use the mock's default port.
  const port = String(await freePort());
  let steps: Step[];
  try {
    steps = parsePage(page).map((step) => ({ ...step, ...withPort(step, port) }));
  } catch (error) {
    return { line: 0, message: String(error) };
  }
  try {
    const init = await runCommand(['npm', 'init', '-y'], { cwd: folder });
    if (init.code !== 0) return { line: 0, message: init.output };
    const installs = steps.some(
      ({ kind, text, note }) => kind === 'run' && !isSkipped(note) && /npm install/.test(text),
    );
    if (!installs && environment.installed)
      symlinkSync(join(environment.installed, 'node_modules'), join(folder, 'node_modules'));
    for (const step of steps) {
      if (isSkipped(step.note)) continue;
      const message = await runStep(step);
      if (message !== undefined) return { line: step.line, message };
    }
    return await runPrograms();
  } finally {
    for (const { pid } of background) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // It has exited.
      }
    }
  }

  async function runStep(step: Step): Promise<string | undefined> {
    if (step.kind === 'save') return save(step);
    if (step.kind === 'open') return await expectInBrowser(step.text, step.prints ?? '');
    if (step.kind === 'run') return step.note === 'background' ? start(step) : run(step);
    return undefined;
  }

  function save({ file = '', text }: Step): undefined {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  }

  async function run({ text, prints }: Step): Promise<string | undefined> {
    const { code, output } = await runCommand(['bash', '-c', script(text)], {
      cwd: folder,
      env: variables(),
      timeoutMs: blockTimeoutMs,
    });
    if (code !== 0) return `${text}\nexited with ${code}:\n${output}`;
    if (prints !== undefined && !matches(output, prints)) return `${text}\n${mismatch(output, prints)}`;
    return undefined;
  }

  /** Starts a background command, such as a server, and waits for the page's output, or without any for an address. */
  async function start({ text, prints }: Step): Promise<string | undefined> {
    let output = '';
    const child = spawn('bash', ['-c', script(text)], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', CI: '1', ...variables() },
    });
    background.push(child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    const ready = () => (prints === undefined ? /https?:\/\//.test(output) : matches(output, prints));
    for (const end = Date.now() + blockTimeoutMs; !ready(); await setTimeout(100)) {
      if (child.exitCode !== null) return `${text}\nexited with ${child.exitCode}:\n${output}`;
      if (Date.now() > end) return `${text}\n${mismatch(output, prints ?? 'an address')}`;
    }
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
      writeFileSync(join(folder, file), code.replaceAll('4010', port));
      if (isTest) {
        tests = true;
        continue;
      }
      if (needsRedis) background.push(startRedis());
      const { code: exit, output } = await runCommand(['bash', '-c', script(`node ${file}`)], {
        cwd: folder,
        env: variables(),
      });
      if (exit !== 0) return { line, message: output };
      for (const { line: block, text } of prints) {
        const [, printed = ''] = output.split(`${blockMark(block)}\n`);
        const own = printed.split(blockMark(0).slice(0, 12))[0]?.trim();
        if (own !== text) return { line: block, message: mismatch(own ?? '', text) };
      }
    }
    if (!tests) return undefined;
    const message = await run({ line: 0, kind: 'run', text: 'npx vitest run' });
    return message === undefined ? undefined : { line: 0, message };
  }

  function startRedis(): ChildProcess {
    return spawn('redis-server', ['--port', '0', '--unixsocket', join(folder, 'redis.sock'), '--save', ''], {
      detached: true,
      stdio: 'ignore',
    });
  }

  /** Returns a block as a shell script. Each script starts with the variables and the folder of the one before. */
  function script(text: string): string {
    const before = existsSync(state) ? `. ${state}` : '';
    return `${before}\nset -e\n${withLocalPackages(text)}\nset +e\n{ export -p; echo "cd '$PWD'"; } > ${state}`;
  }

  function withLocalPackages(text: string): string {
    const own = text.replace(/\bnpx issue-tracking-mock(?!.*--port)/g, `$& --port ${port}`);
    return own.replace(/^.*\b(?:npm|npx|pnpm)\b.*$/gm, (line) =>
      line.replace(/(?<=\s)@issue-tracking\/\w+(?=\s|$)/g, (name) => environment.tarballs?.get(name) ?? name),
    );
  }

  function variables(): Record<string, string> {
    return {
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
      npm_config_prefer_offline: 'true',
      REDIS_URL: join(folder, 'redis.sock'),
      ...environment.env,
    };
  }
}

function mismatch(found: string, expected: string): string {
  return `printed:\n${found}\nexpected, as on the page:\n${expected}`;
}

function withPort({ text, prints }: Step, port: string): Pick<Step, 'text' | 'prints'> {
  const replaced = (value: string) => value.replaceAll('4010', port);
  return { text: replaced(text), ...(prints !== undefined && { prints: replaced(prints) }) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function isSkipped(note = ''): boolean {
  return note.startsWith('skip, because ');
}
