import { readFile, rm, writeFile } from 'node:fs/promises';
import { UsageError } from './usage-error.ts';

/** Says that a file is in use, by a file beside it with the number of the process. One of a process that is gone counts for nothing. */
export class FileLock {
  readonly #beside: string;

  private constructor(beside: string) {
    this.#beside = beside;
  }

  /** @throws UsageError when another process has it, or a lock can't be put there. */
  static async take(file: string): Promise<FileLock> {
    const beside = `${file}.lock`;
    for (let tries = 0; tries < 2; tries++) {
      try {
        // Only if there is none, as one step.
        await writeFile(beside, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
        return new FileLock(beside);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'EEXIST') throw new UsageError(`The state could not be saved in ${file}: ${code}`, 1);
      }
      const holder = await holderOf(beside);
      if (holder !== undefined) {
        throw new UsageError(
          `--state can't be "${file}": the server with process id ${holder} has it. Stop that one, or use another file`,
          1,
        );
      }
      await rm(beside, { force: true });
    }
    throw new UsageError(`--state can't be "${file}": another server has just taken it`, 1);
  }

  release(): Promise<void> {
    return rm(this.#beside, { force: true });
  }
}

/** The process that a lock names, if it still runs. */
async function holderOf(beside: string): Promise<number | undefined> {
  const id = Number(await readFile(beside, 'utf8').catch(() => ''));
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  try {
    process.kill(id, 0);
    return id;
  } catch (error) {
    // It runs, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? id : undefined;
  }
}
