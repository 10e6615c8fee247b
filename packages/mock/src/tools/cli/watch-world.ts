import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { WorldError } from '../../data/world/world-error.ts';
import { parseFile } from './read-world.ts';
import { UsageError } from './usage-error.ts';

/** How often the file is looked at, in milliseconds. Looking works wherever the file is; being told of changes does not. */
const lookEvery = 200;

/** What becomes of a world file that was edited. */
interface Watcher {
  /** @throws WorldError for a world with mistakes, which is then not loaded. */
  load(world: ReturnType<typeof parseFile>): void;
  loaded(): void;
  /** Why it was not loaded. */
  refused(message: string): void;
}

/** Loads a world file each time that it is edited. @returns how to stop. */
export function watchWorld(file: string, { load, loaded, refused }: Watcher): () => void {
  let reading = Promise.resolve();
  const look = async () => {
    try {
      load(parseFile(file, await readFile(file, 'utf8')));
      loaded();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // Between an editor's deleting it and writing it anew, it is not there.
      if (code === 'ENOENT') return;
      if (code !== undefined) refused(`${file} can't be read (${code})`);
      else if (error instanceof WorldError) refused(`${file}: ${message}`);
      else if (error instanceof UsageError) refused(message);
      else throw error;
    }
  };
  const listener = (now: Stats, before: Stats) => {
    if (now.mtimeMs === before.mtimeMs && now.size === before.size && now.ino === before.ino) return;
    reading = reading.then(look);
  };
  watchFile(file, { interval: lookEvery }, listener);
  return () => unwatchFile(file, listener);
}
