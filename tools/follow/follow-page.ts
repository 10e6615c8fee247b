import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runCommand } from '../project/command.ts';
import { matches, readPage, type Step } from './read-page.ts';

/** What went wrong at a block of a page. */
export interface Stumble {
  readonly line: number;
  readonly said: string;
}

/** What a reader has who follows a page. */
export interface Reader {
  /** An empty folder. */
  readonly folder: string;
  /** Our packages as they would be published, by name: what `npm install` is given in their place. Without them, npm's registry has ours. */
  readonly tarballs?: ReadonlyMap<string, string>;
  readonly env?: Record<string, string>;
}

/** How long one block may take, in milliseconds: an installation of Next.js or Storybook takes a while. */
const patience = 300_000;

/**
 * Does what a page says, from top to bottom, in a project made by `npm init -y`: saves the files that it shows, runs its
 * shell blocks, and compares what they print. Ends at the first block that doesn't work, as a reader does.
 */
export async function followPage(page: string, reader: Reader): Promise<Stumble | undefined> {
  const background: ChildProcess[] = [];
  const state = join(reader.folder, '.shell');
  try {
    const init = await runCommand(['npm', 'init', '-y'], { cwd: reader.folder });
    if (init.code !== 0) return { line: 0, said: init.output };
    for (const step of readPage(page)) {
      if (step.note?.startsWith('not,')) continue;
      const said = await take(step);
      if (said !== undefined) return { line: step.line, said };
    }
    return undefined;
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

  /** A block as one shell runs it; the next goes on with its variables and in its folder. */
  function script(text: string): string {
    const before = existsSync(state) ? `. ${state}` : '';
    return `${before}\nset -e\n${withTarballs(text)}\nset +e\n{ export -p; echo "cd '$PWD'"; } > ${state}`;
  }

  function withTarballs(text: string): string {
    return text.replace(/^.*\b(?:npm|npx|pnpm)\b.*$/gm, (line) =>
      line.replace(/(?<=\s)@issue-tracking\/\w+(?=\s|$)/g, (name) => reader.tarballs?.get(name) ?? name),
    );
  }

  function environment(): Record<string, string> {
    return { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false', ...reader.env };
  }
}
