import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Finished, runCommand } from '../project/command.ts';
import { patience } from '../testing/patience.ts';
import { matches } from './parse-page.ts';

export interface ShellOptions {
  /** The folder of the first command. */
  readonly folder: string;
  /** Packed packages by name, which `npm install` gets in their place. By default the registry has them. */
  readonly tarballs?: ReadonlyMap<string, string>;
  /** The port in place of the mock's default one. */
  readonly port: string;
  readonly env?: Record<string, string>;
}

const address = /https?:\/\/[^\s/]+/;

/** Runs the shell blocks of a page. Each starts with the variables and in the folder of the one before. */
export class Shell implements Disposable {
  readonly #options: ShellOptions;
  readonly #background: ChildProcess[] = [];
  /** A script that restores variables and folder. */
  readonly #state: string;
  /** The address that the last background command printed. */
  #address: string | undefined;

  constructor(options: ShellOptions) {
    this.#options = options;
    this.#state = join(options.folder, '.shell');
  }

  /** The current folder. A page that creates an application says `cd issues`. */
  get folder(): string {
    const state = existsSync(this.#state) ? readFileSync(this.#state, 'utf8') : '';
    return /^cd '(.+)'$/m.exec(state)?.[1] ?? this.#options.folder;
  }

  /** Resolves a path against the address that the last background command printed. */
  resolve(path: string): string {
    return new URL(path, this.#address).href;
  }

  /** Runs commands and compares their output. Resolves to a description of the failure. */
  async expect(text: string, prints?: string): Promise<string | undefined> {
    const { code, output } = await this.run(text);
    if (code !== 0) return `${text}\nexited with ${code}:\n${output}`;
    if (prints !== undefined && !matches(output, prints)) return `${text}\n${mismatch(output, prints)}`;
    return undefined;
  }

  async run(text: string): Promise<Finished> {
    return await runCommand(['bash', '-c', this.#script(text)], {
      cwd: this.#options.folder,
      env: this.#variables(),
      timeoutMs: patience,
    });
  }

  /** Starts a background command, such as a server, and waits for the page's output, or without any for an address. */
  async start(text: string, prints?: string): Promise<string | undefined> {
    let output = '';
    const child = spawn('bash', ['-c', this.#script(text)], {
      cwd: this.#options.folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', CI: '1', ...this.#variables() },
    });
    this.#background.push(child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    const ready = () => (prints === undefined ? address.test(output) : matches(output, prints));
    for (const end = Date.now() + patience; !ready(); await setTimeout(100)) {
      if (child.exitCode !== null) return `${text}\nexited with ${child.exitCode}:\n${output}`;
      if (Date.now() > end) return `${text}\n${mismatch(output, prints ?? 'an address')}`;
    }
    this.#address = address.exec(output)?.[0];
    return undefined;
  }

  startRedis(): void {
    const options = ['--port', '0', '--unixsocket', this.#redis, '--save', ''];
    this.#background.push(spawn('redis-server', options, { detached: true, stdio: 'ignore' }));
  }

  /** Ends the background commands. */
  [Symbol.dispose](): void {
    for (const { pid } of this.#background) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // It has exited.
      }
    }
  }

  get #redis(): string {
    return join(this.#options.folder, 'redis.sock');
  }

  #script(text: string): string {
    // Initializers use the package manager that started them: without these variables that is npm.
    const before = `unset npm_config_user_agent npm_execpath\n${existsSync(this.#state) ? `. ${this.#state}` : ''}`;
    return `${before}\nset -e\n${this.#withLocalPackages(text)}\nset +e\n{ export -p; echo "cd '$PWD'"; } > ${this.#state}`;
  }

  #withLocalPackages(text: string): string {
    const { tarballs, port } = this.#options;
    // Beside a program it takes a free port.
    const own = text.replace(/\bnpx issue-tracking-mock(?!.*(?:--port| -- ))/g, `$& --port ${port}`);
    return own.replace(/^.*\b(?:npm|npx|pnpm)\b.*$/gm, (line) =>
      line.replace(/(?<=\s)@issue-tracking\/\w+(?=\s|$)/g, (name) => tarballs?.get(name) ?? name),
    );
  }

  #variables(): Record<string, string> {
    return {
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
      npm_config_prefer_offline: 'true',
      // npm asks before it runs an initializer.
      npm_config_yes: 'true',
      // Without it, npm takes an installed package whose range is `latest` for another version.
      npm_config_omit_lockfile_registry_resolved: 'false',
      NEXT_TELEMETRY_DISABLED: '1',
      STORYBOOK_DISABLE_TELEMETRY: '1',
      // Storybook's initializer goes on without Playwright's browsers, whose download takes longer than the rest of the page.
      PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
      // Builds of Next.js fail without Google's servers.
      NEXT_FONT_GOOGLE_MOCKED_RESPONSES: join(import.meta.dirname, 'google-fonts.cjs'),
      REDIS_URL: this.#redis,
      ...this.#options.env,
    };
  }
}

export function mismatch(found: string, expected: string): string {
  return `printed:\n${found}\nexpected, as on the page:\n${expected}`;
}
