import { hash } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import type { PulledWorld, World } from '../records/world.ts';
import { parseFile } from './read-world.ts';
import { UsageError } from './usage-error.ts';

/** Minimum time between saves, in milliseconds. */
const saveEvery = 2000;

/** Maximum share of the time spent on saving, for large worlds. */
const maxSavingShare = 0.1;

/** The source of the world to save. */
interface WorldSource {
  exportWorld(): World | PulledWorld;
  /** Increases with each change. */
  revision(): number;
}

/**
 * The file of a mock's records. It is always complete, because it is replaced atomically. What another program wrote since is never
 * overwritten. The file keeps its permissions; a new one is readable only by its owner, because it contains keys.
 */
export class StateFile {
  readonly file: string;
  readonly #mode: number;
  /** The hash of what was read or saved last. Times and inodes of a shared folder may change by themselves. */
  #known: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();
  #savedRevision: number | undefined;

  private constructor(file: string, mode: number) {
    this.file = file;
    this.#mode = mode;
  }

  /** @throws UsageError if it isn't a plain file. */
  static async at(name: string): Promise<StateFile> {
    const { file, mode } = await plainFile(name);
    return new StateFile(file, mode);
  }

  /** Reads the saved world; `undefined` before the first save. @throws UsageError for a file that is not JSON. */
  async read(): Promise<World | PulledWorld | undefined> {
    const text = await this.#read();
    if (text === undefined) return undefined;
    this.#known = hashOf(text);
    const kept = parseFile(this.file, text);
    // Other JSON is a file of the user, which must not be overwritten.
    if (typeof kept !== 'object' || kept === null)
      throw new UsageError(`--state can't be "${this.file}": it must contain a world`);
    return kept;
  }

  /**
   * Saves now and after changes. Calls `report` if a later save fails.
   *
   * @throws UsageError if the world can't be saved now.
   */
  async autosave(source: WorldSource, report: (message: string) => void): Promise<void> {
    await this.save(source);
    let reported = '';
    const later = (ms: number) => {
      this.#timer = setTimeout(async () => {
        const begin = performance.now();
        try {
          await this.save(source);
          reported = '';
        } catch (error) {
          const { message } = error as Error;
          // Once per problem, not every two seconds.
          if (message !== reported) report(message);
          reported = message;
        }
        if (this.#timer) later(Math.max(saveEvery, (performance.now() - begin) / maxSavingShare));
      }, ms);
    };
    later(saveEvery);
  }

  /** Saves the records if they have changed. @throws UsageError */
  save(source: WorldSource): Promise<void> {
    const save = this.#saving.then(() => this.#write(source));
    this.#saving = save.catch(() => {});
    return save;
  }

  /** Saves a last time and stops. @throws UsageError */
  async close(source: WorldSource): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.save(source);
  }

  /** Reads the file; `undefined` if there is none. @throws UsageError */
  async #read(): Promise<string | undefined> {
    try {
      return await readFile(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw unusableFile(this.file, error);
    }
  }

  async #write({ exportWorld, revision }: WorldSource): Promise<void> {
    const now = revision();
    if (now === this.#savedRevision) return;
    // A constant name, so that killed processes leave at most one temporary file.
    const beside = `${this.file}.saving`;
    const found = await this.#read();
    if (found !== undefined && hashOf(found) !== this.#known)
      throw new UsageError(
        `The state is not saved in ${this.file} any more: another program, perhaps a second server, has changed the file. POST /__mock/exportWorld returns the records; give each server a file of its own`,
        1,
      );
    try {
      const text = `${JSON.stringify(exportWorld(), null, 2)}\n`;
      // Removes the file of a killed process. Removes links instead of following them.
      await rm(beside, { force: true });
      const handle = await open(beside, 'wx', this.#mode);
      try {
        // The mode of `open` is subject to the process's umask.
        await handle.chmod(this.#mode);
        await handle.writeFile(text);
        // Otherwise a power failure could leave the renamed file without its content.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(beside, this.file);
      this.#known = hashOf(text);
      this.#savedRevision = now;
    } catch (error) {
      await rm(beside, { force: true }).catch(() => {});
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`The state could not be saved in ${this.file}: ${code ?? message}`, 1);
    }
  }
}

const hashOf = (text: string) => hash('sha256', text);

/** Mode of a new file: only its owner has access, because it contains keys. */
const newMode = 0o600;

/** Resolves links, so that the target of a link is replaced and not the link. */
async function plainFile(name: string): Promise<{ file: string; mode: number }> {
  try {
    const file = await realpath(name);
    const found = await stat(file);
    if (!found.isFile()) throw new UsageError(`--state can't be "${name}": it must be a plain file`);
    return { file, mode: found.mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { file: name, mode: newMode };
    throw unusableFile(name, error);
  }
}

function unusableFile(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new UsageError(`--state can't be "${file}": it can't be read (${code})`);
}
