import { readFile, stat } from 'node:fs/promises';
import { WorldError } from '../../data/world/world-error.ts';
import { parseFile } from './read-world.ts';
import { UsageError } from './usage-error.ts';

/** How often the file is looked at, in milliseconds. Looking works wherever the file is; being told of changes does not. */
const lookEvery = 200;

/** Callbacks for an edited world file. */
interface Watcher {
  /** @throws WorldError for a world with mistakes, which is then not loaded. */
  load(world: ReturnType<typeof parseFile>): void;
  loaded(): void;
  /** Why it was not loaded. */
  refused(message: string): void;
}

/** Returns a text that changes with the file; `undefined` while the file is missing. */
export async function versionOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return [mtimeMs, size, ino].join(' ');
  } catch {
    return undefined;
  }
}

/** Loads a world file each time that it is edited, from the version on that was read first. @returns how to stop. */
export function watchWorld(file: string, first: string | undefined, { load, loaded, refused }: Watcher): () => void {
  let known = first;
  let isLooking = false;
  const look = async () => {
    const version = await versionOf(file);
    if (version === known) return;
    known = version;
    // An editor may delete it and write it again: in between it is not there.
    if (version === undefined) return;
    try {
      load(parseFile(file, await readFile(file, 'utf8')));
      loaded();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== undefined) refused(`${file} can't be read (${code})`);
      else if (error instanceof WorldError) refused(`${file}: ${message}`);
      else if (error instanceof UsageError) refused(message);
      // Whatever it is, the server goes on with the records that it has.
      else refused(`${file} can't be loaded: ${String(error)}`);
    }
  };
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    await look();
    isLooking = false;
  }, lookEvery);
  return () => clearInterval(timer);
}
