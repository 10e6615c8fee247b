import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { UsageError } from '../platform/command-line/usage-error.ts';
import { readJson } from './json-file.ts';
import type { LoadedWorld } from './mock-of-flags.ts';

/** Callbacks for an edited world file. */
interface Listener {
  loaded(mock: Mock, world: unknown): void;
  /** Reports why the file was not loaded. Then the mock keeps its records. */
  failed(message: string): void;
}

/**
 * Loads a world file after each edit from now on, also while the mock is being created from it. Returns a function that stops
 * watching.
 */
export function watchWorld(
  file: string,
  created: Promise<{ readonly mock: Mock }>,
  { loaded, failed }: Listener,
): () => void {
  const reload = async ({ nlink }: Stats) => {
    // Some editors delete and recreate the file.
    if (nlink === 0) return;
    try {
      const { mock } = await created;
      const world = await readJson('--world', file);
      // The cast: `load` checks it.
      internalsOf(mock).load(world as LoadedWorld);
      loaded(mock, world);
    } catch (error) {
      failed(error instanceof UsageError ? error.message : `${file}: ${(error as Error).message}`);
    }
  };
  // Polls, because `fs.watch` doesn't work on all file systems.
  watchFile(file, { interval: 200, persistent: false }, reload);
  return () => unwatchFile(file, reload);
}
