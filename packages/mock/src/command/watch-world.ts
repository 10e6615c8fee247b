import { readFile, stat } from 'node:fs/promises';
import { WorldError } from '../records/world-error.ts';
import { parseFile } from './read-world.ts';
import { UsageError } from './usage-error.ts';

/** Time between checks of the file, in milliseconds. Polling works on all file systems; `fs.watch` does not. */
const pollEvery = 200;

/** Callbacks for an edited world file. */
interface Watcher {
  /** Loads the world. @throws WorldError for an invalid world; then nothing has changed. */
  load(world: ReturnType<typeof parseFile>): void;
  loaded(): void;
  /** Reports why the file was not loaded. */
  failed(message: string): void;
}

/** Returns a text that changes with the file; `undefined` if it doesn't exist. */
export async function versionOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return [mtimeMs, size, ino].join(' ');
  } catch {
    return undefined;
  }
}

/** Loads a world file after each edit since version `first`. @returns a function that stops watching. */
export function watchWorld(file: string, first: string | undefined, { load, loaded, failed }: Watcher): () => void {
  let known = first;
  let isChecking = false;
  const check = async () => {
    const version = await versionOf(file);
    if (version === known) return;
    known = version;
    // Some editors delete and recreate the file.
    if (version === undefined) return;
    try {
      load(parseFile(file, await readFile(file, 'utf8')));
      loaded();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== undefined) failed(`${file} can't be read (${code})`);
      else if (error instanceof WorldError) failed(`${file}: ${message}`);
      else if (error instanceof UsageError) failed(message);
      // After other errors, the server keeps its present records.
      else failed(`${file} can't be loaded: ${String(error)}`);
    }
  };
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    await check();
    isChecking = false;
  }, pollEvery);
  return () => clearInterval(timer);
}
