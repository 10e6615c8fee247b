import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { EndedEarly } from '../service/ended-early.ts';

/**
 * A file that is written whole or not at all, readable by its owner alone. It is reserved beside its place at the start, so that
 * a wrong path fails before anything is sent.
 */
export class WholeFile {
  readonly #file: string;
  readonly #part: string;

  /** @throws EndedEarly if the file can't be written. */
  constructor(file: string) {
    this.#file = file;
    this.#part = `${file}.part`;
    this.#try(() => {
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
        throw Object.assign(new Error(), { code: 'EISDIR' });
      rmSync(this.#part, { force: true });
      writeFileSync(this.#part, '', { mode: 0o600, flag: 'wx' });
    });
  }

  /** @throws EndedEarly if the file can't be written. */
  write(text: string): void {
    this.#try(() => {
      writeFileSync(this.#part, text);
      renameSync(this.#part, this.#file);
    });
  }

  /** Removes what was reserved and not written. */
  discard(): void {
    rmSync(this.#part, { force: true });
  }

  #try(change: () => void): void {
    try {
      change();
    } catch (error) {
      throw new EndedEarly(`${this.#file} can't be written (${(error as NodeJS.ErrnoException).code})`);
    }
  }
}
