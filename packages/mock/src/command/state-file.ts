import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { UsageError } from '../platform/command-line/usage-error.ts';
import { parseJson } from './json-file.ts';

/** Minimum time between saves, in milliseconds. */
const saveEvery = 2000;

/** The records to save. */
interface Records {
  exportWorld(): object;
  /** Increases with each change. */
  revision(): number;
}

/** The file of a mock's records. What another program has written since is never overwritten. */
export class StateFile {
  readonly path: string;
  /** The permissions of the file. Only the owner of a new one can read it, because it contains keys. */
  readonly #mode: number;
  /** The hash of what was read or saved last. Times and inodes of a shared folder may change by themselves. */
  #known: string | undefined;
  #savedRevision: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @throws UsageError if it isn't a plain file. */
  constructor(name: string) {
    const found = existsSync(name) ? statSync(name) : undefined;
    if (found?.isFile() === false) throw new UsageError(`--state can't be "${name}": it must be a plain file`);
    // The target of a link is replaced, not the link.
    this.path = found ? realpathSync(name) : name;
    this.#mode = found ? found.mode & 0o777 : 0o600;
  }

  /** Returns the saved world; `undefined` before the first save. @throws UsageError for a file without a JSON object. */
  read(): object | undefined {
    const text = this.#text();
    if (text === undefined) return undefined;
    const world = parseJson(this.path, text);
    // Other JSON is a file of the user, which must not be overwritten.
    if (typeof world !== 'object' || world === null)
      throw new UsageError(`--state can't be "${this.path}": it must contain a world`);
    this.#known = hash('sha256', text);
    return world;
  }

  /** Saves now and after changes. Calls `report` if a later save fails. @throws UsageError if the first one fails. */
  keepSaving(records: Records, report: (message: string) => void): void {
    this.save(records);
    let reported = '';
    const later = (ms: number) => {
      this.#timer = setTimeout(() => {
        const begun = performance.now();
        try {
          this.save(records);
          reported = '';
        } catch (error) {
          const { message } = error as Error;
          // Once per problem, not every two seconds.
          if (message !== reported) report(message);
          reported = message;
        }
        // A large world takes long: at most a tenth of the time.
        later(Math.max(saveEvery, 10 * (performance.now() - begun)));
      }, ms).unref();
    };
    later(saveEvery);
  }

  /** Saves a last time. @throws UsageError */
  close(records: Records): void {
    clearTimeout(this.#timer);
    this.save(records);
  }

  /** Saves the records if they have changed. @throws UsageError */
  save({ exportWorld, revision }: Records): void {
    const now = revision();
    if (now === this.#savedRevision) return;
    const found = this.#text();
    if (found !== undefined && hash('sha256', found) !== this.#known)
      throw new UsageError(
        `The state is not saved in ${this.path} any more: another program, perhaps a second server, has changed the file. GET /__mock/world exports the records; give each server a file of its own`,
        1,
      );
    const text = `${JSON.stringify(exportWorld(), null, 2)}\n`;
    try {
      writeWhole(this.path, text, this.#mode);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`The state could not be saved in ${this.path}: ${code ?? message}`, 1);
    }
    this.#known = hash('sha256', text);
    this.#savedRevision = now;
  }

  #text(): string | undefined {
    try {
      return existsSync(this.path) ? readFileSync(this.path, 'utf8') : undefined;
    } catch (error) {
      throw new UsageError(
        `--state can't be "${this.path}": it can't be read (${(error as NodeJS.ErrnoException).code})`,
      );
    }
  }
}

/** Error codes of a file that can't be replaced: it is mounted, or its folder is read-only. */
const irreplaceable = ['EBUSY', 'EACCES', 'EPERM', 'EROFS'];

/** Replaces a file, so that it is complete at any time. Where that is impossible, writes into the file itself. */
function writeWhole(file: string, text: string, mode: number): void {
  // A constant name, so that killed processes leave at most one temporary file.
  const beside = `${file}.saving`;
  try {
    // A link is removed, not followed.
    rmSync(beside, { force: true });
    writeFileSync(beside, text, { flag: 'wx', mode });
    // The mode of a new file is subject to the process's umask.
    chmodSync(beside, mode);
    renameSync(beside, file);
  } catch (error) {
    if (existsSync(beside)) rmSync(beside);
    if (!irreplaceable.includes(String((error as NodeJS.ErrnoException).code))) throw error;
    writeFileSync(file, text);
  }
}
