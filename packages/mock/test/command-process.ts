import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished, vi } from 'vitest';

/** The command while it runs. */
export interface Started {
  process: ChildProcess;
  out(): string;
  error(): string;
  /** The exit code, or the signal that ended the process. */
  exit: Promise<number | string>;
  url(): Promise<string>;
}

/** Creates a folder and deletes it after the test. */
export async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'issue-tracking-mock-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const source = 'packages/mock/src/cli.ts';
/** Words that start the command. */
export const commandLine = [process.execPath, inject('programs')[source] ?? ''] as const;
const sourceLine = [
  process.execPath,
  '--conditions=@issue-tracking/source',
  join(import.meta.dirname, '../../..', source),
] as const;

/** Starts the command in a separate process. */
export function start(...argv: string[]): Started {
  return startWith({}, ...argv);
}

/** Starts the command with further environment variables. */
export function startWith(env: Record<string, string>, ...argv: string[]): Started {
  return spawned(commandLine, env, argv);
}

/** Starts the command from its sources, which takes three times the processor time. */
export function startFromSources(env: Record<string, string>, ...argv: string[]): Started {
  return spawned(sourceLine, env, argv);
}

function spawned(
  [node, ...words]: readonly [string, ...string[]],
  env: Record<string, string>,
  argv: string[],
): Started {
  const child = spawn(node, [...words, ...argv], { env: { ...process.env, ...env } });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    process: child,
    out: () => out,
    error: () => error,
    exit: once(child, 'close').then(([code, signal]) => code ?? signal),
    async url() {
      await vi.waitUntil(() => /http:\S+\n/.test(out) || error);
      return /http:\S+/.exec(out)?.[0] ?? error;
    },
  };
}
