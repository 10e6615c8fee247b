import { existsSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { EndedEarly } from '../service/ended-early.ts';

/**
 * A file that is written whole or not at all, readable by its owner alone. It is reserved beside its place at the start, so that
 * a wrong path fails before anything is sent.
 */
export class WholeFile {
  readonly path: string;
  readonly #part: string;
  /** The file as it was before this run, or before an earlier one that didn't end well. */
  readonly #previous: string;

  /** @throws EndedEarly if the file can't be written. */
  constructor(path: string) {
    this.path = path;
    this.#part = `${path}.part`;
    this.#previous = `${path}.bak`;
    this.#try(() => {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
        throw Object.assign(new Error(), { code: 'EISDIR' });
      this.#writePart('');
    });
  }

  /** @throws EndedEarly if the file can't be written. */
  write(text: string): void {
    this.#try(() => {
      this.#writePart(text);
      renameSync(this.#part, this.path);
    });
  }

  /** Keeps the file as it is beside what is written from now on, unless an earlier one is kept. @throws EndedEarly */
  keepPrevious(): void {
    if (!existsSync(this.path) || existsSync(this.#previous)) return;
    this.#try(() => {
      try {
        linkSync(this.path, this.#previous);
      } catch {
        // Not every file system has links.
        renameSync(this.path, this.#previous);
      }
    });
  }

  /** The path of the file that {@link keepPrevious} keeps, if there is one. */
  get previous(): string | undefined {
    return existsSync(this.#previous) ? this.#previous : undefined;
  }

  /** Removes the file that {@link keepPrevious} keeps. */
  discardPrevious(): void {
    rmSync(this.#previous, { force: true });
  }

  /** Removes what was reserved and not written. */
  discard(): void {
    rmSync(this.#part, { force: true });
  }

  #writePart(text: string): void {
    // A link is removed, not followed.
    rmSync(this.#part, { force: true });
    writeFileSync(this.#part, text, { mode: 0o600, flag: 'wx' });
  }

  #try(change: () => void): void {
    try {
      change();
    } catch (error) {
      throw new EndedEarly(`${this.path} can't be written (${(error as NodeJS.ErrnoException).code})`);
    }
  }
}
