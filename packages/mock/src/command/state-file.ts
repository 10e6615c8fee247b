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

/** Advice for a file that is no state. It is never overwritten. */
export const startOver = 'Choose another file for --state, or delete it to start over';

/** Minimum time between saves, in milliseconds. */
const saveEvery = 2000;

/** The state to save. */
interface State {
  file(): object;
  /** Increases with each change. */
  revision(): number;
}

/** The file of a mock's state. Later changes of other programs are never overwritten. */
export class StateFile {
  readonly path: string;
  /** The hash of what was read or saved last. Times and inodes of a shared folder may change by themselves. */
  #known: string | undefined;
  #savedRevision: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the saved world; `undefined` before the first save. @throws UsageError for a file without a JSON object. */
  read(): object | undefined {
    const text = this.#text();
    if (text === undefined) return undefined;
    this.#known = hash('sha256', text);
    // A container can only mount a file that exists, so an empty one is no state yet.
    if (text.trim() === '') return undefined;
    const world = parseJson(this.path, text, startOver);
    // Other JSON is a file of the user, which must not be overwritten.
    if (typeof world !== 'object' || world === null)
      throw new UsageError(`--state can't be "${this.path}": it must contain a world\n${startOver}`);
    return world;
  }

  /** Saves the state if it has changed. @throws UsageError */
  save({ file, revision }: State): void {
    const now = revision();
    if (now === this.#savedRevision) return;
    const found = this.#text();
    if (found !== undefined && hash('sha256', found) !== this.#known)
      throw new UsageError(
        `The state is not saved in ${this.path} any more: another program, perhaps a second server, has changed the file. POST /__mock/state.file returns the state; give each server a file of its own`,
        1,
      );
    try {
      const text = `${JSON.stringify(file(), null, 2)}\n`;
      writeWhole(this.path, text);
      this.#known = hash('sha256', text);
      this.#savedRevision = now;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`The state could not be saved in ${this.path}: ${code ?? message}`, 1);
    }
  }

  /** Saves after changes. Reports each problem once. Returns a function that stops. */
  keepSaving(state: State, report: (message: string) => void): () => void {
    let timer: NodeJS.Timeout;
    let reported = '';
    const saveLater = (ms: number) => {
      timer = setTimeout(() => {
        const begun = performance.now();
        try {
          this.save(state);
          reported = '';
        } catch (error) {
          const { message } = error as Error;
          if (message !== reported) report(message);
          reported = message;
        }
        // At most a tenth of the time, however large the world is.
        saveLater(Math.max(saveEvery, 10 * (performance.now() - begun)));
      }, ms);
    };
    saveLater(saveEvery);
    return () => clearTimeout(timer);
  }

  #text(): string | undefined {
    if (!existsSync(this.path)) return undefined;
    if (!statSync(this.path).isFile()) throw new UsageError(`--state can't be "${this.path}": it must be a plain file`);
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new UsageError(`--state can't be "${this.path}": it can't be read (${code})`);
    }
  }
}

/** Error codes of a file that can't be replaced: it is mounted, or its folder is read-only. */
const irreplaceable = ['EBUSY', 'EACCES', 'EPERM', 'EROFS'];

/** Replaces a file, so that it is complete at any time. Where that is impossible, writes into the file itself. */
function writeWhole(path: string, text: string): void {
  const isNew = !existsSync(path);
  // The target of a link is replaced, not the link.
  const file = isNew ? path : realpathSync(path);
  // A world has keys: only its owner can read a new file.
  const mode = isNew ? 0o600 : statSync(file).mode & 0o777;
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
