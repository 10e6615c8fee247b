import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import type { PulledWorld } from '../../data/world/pulled-world.ts';
import type { World } from '../../data/world/world.ts';
import { FileLock } from './file-lock.ts';
import { parseFile } from './read-world.ts';
import { UsageError } from './usage-error.ts';

/** How often changes are saved, in milliseconds. */
const saveEvery = 2000;

/** Of the time, at most this part is spent on saving: a large world takes a while to write out. */
const mostOfTheTime = 0.1;

/** The world to save, and its revision. */
interface Saved {
  exportWorld(): World | PulledWorld;
  /** Another number after each change. */
  revision(): number;
}

/**
 * The file that a mock's records are kept in. It is whole at every moment: it is replaced, never written into. One server
 * has it at a time, and it keeps its permissions; a new one is for its owner alone, as it has keys in it.
 */
export class StateFile {
  readonly file: string;
  readonly #mode: number;
  readonly #lock: FileLock;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();
  #savedRevision: number | undefined;

  private constructor(file: string, mode: number, lock: FileLock) {
    this.file = file;
    this.#mode = mode;
    this.#lock = lock;
  }

  /** @throws UsageError for what can't be such a file, or is another server's. */
  static async at(name: string): Promise<StateFile> {
    const { file, mode } = await plainFile(name);
    return new StateFile(file, mode, await FileLock.take(file));
  }

  /** Reads the saved world; `undefined` before the first save. @throws UsageError for a file that is not JSON. */
  async read(): Promise<World | PulledWorld | undefined> {
    let text: string;
    try {
      text = await readFile(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw refused(this.file, error);
    }
    const kept = parseFile(this.file, text);
    // Any other JSON belongs to the user: it is not overwritten.
    if (typeof kept !== 'object' || kept === null)
      throw new UsageError(`--state can't be "${this.file}": it holds no world`);
    return kept;
  }

  /**
   * Saves now, and then what changes; `complain` is told when that fails.
   *
   * @throws UsageError when it can't be saved now.
   */
  async keep(saved: Saved, complain: (message: string) => void): Promise<void> {
    await this.save(saved);
    let told = '';
    const later = (ms: number) => {
      this.#timer = setTimeout(async () => {
        const begin = performance.now();
        try {
          await this.save(saved);
          told = '';
        } catch (error) {
          const { message } = error as Error;
          // Once, and not every two seconds.
          if (message !== told) complain(`${message}\n`);
          told = message;
        }
        if (this.#timer) later(Math.max(saveEvery, (performance.now() - begin) / mostOfTheTime));
      }, ms);
    };
    later(saveEvery);
  }

  /** Saves what has changed. @throws UsageError */
  save(saved: Saved): Promise<void> {
    const save = this.#saving.then(() => this.#write(saved));
    this.#saving = save.catch(() => {});
    return save;
  }

  /** Saves for the last time. @throws UsageError */
  async close(saved: Saved): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.save(saved);
  }

  /** Lets another server have it. */
  release(): Promise<void> {
    return this.#lock.release();
  }

  async #write({ exportWorld, revision }: Saved): Promise<void> {
    const now = revision();
    if (now === this.#savedRevision) return;
    // The same name each time, so that a process that was killed leaves one behind and no more.
    const beside = `${this.file}.saving`;
    if (!(await this.#lock.isOwn())) {
      throw new UsageError(`The state is not saved in ${this.file} any more: another server has taken the file`, 1);
    }
    try {
      // A file that a killed process has left, or a link, is removed and not followed.
      await rm(beside, { force: true });
      const handle = await open(beside, 'wx', this.#mode);
      try {
        // The process may have a mask.
        await handle.chmod(this.#mode);
        await handle.writeFile(`${JSON.stringify(exportWorld(), null, 2)}\n`);
        // Else a computer that loses power could have the new name and not its content.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(beside, this.file);
      this.#savedRevision = now;
    } catch (error) {
      await rm(beside, { force: true }).catch(() => {});
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`The state could not be saved in ${this.file}: ${code ?? message}`, 1);
    }
  }
}

/** For its owner alone: it has keys in it. */
const newMode = 0o600;

/** Where the file really is: a link stays one, and what it leads to is replaced. */
async function plainFile(name: string): Promise<{ file: string; mode: number }> {
  try {
    const file = await realpath(name);
    const found = await stat(file);
    if (!found.isFile()) throw new UsageError(`--state can't be "${name}": it must be a plain file`);
    return { file, mode: found.mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { file: name, mode: newMode };
    throw refused(name, error);
  }
}

function refused(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new UsageError(`--state can't be "${file}": it can't be read (${code})`);
}
