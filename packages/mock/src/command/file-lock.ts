import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from './usage-error.ts';

/** Time without an update after which a lock is abandoned, in milliseconds. Its owner updates it five times as often. */
const defaultLeaseMs = 5000;

/** Age at which a lock is abandoned even if the clocks of two computers differ, in milliseconds. */
const longSilence = 3_600_000;

interface LockOptions {
  leaseMs?: number;
}

interface FoundLock {
  readonly content: string;
  readonly mtimeMs: number;
}

/**
 * A lock on a file: a second file, whose time its owner updates while it runs. A process id is not enough: in a container each
 * server is process 1, and after a reboot another program may have the same id.
 */
export class FileLock {
  readonly #path: string;
  /** Unique content of the lock file. */
  readonly #content: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(path: string, content: string, leaseMs: number) {
    this.#path = path;
    this.#content = content;
    this.#timer = setInterval(() => void this.#touch(), leaseMs / 5).unref();
  }

  /**
   * Takes a lock. If the file is locked, waits up to `leaseMs` to see whether the owner still runs.
   *
   * @throws UsageError if it does, or the lock file can't be created.
   */
  static async take(file: string, { leaseMs = defaultLeaseMs }: LockOptions = {}): Promise<FileLock> {
    const path = `${file}.lock`;
    const content = `${process.pid} ${hostname()} ${randomUUID()}\n`;
    let abandoned: string | undefined;
    while (!(await create(path, content, file))) {
      const found = await read(path);
      if (!found) continue;
      // Another server may have replaced the same abandoned lock.
      const isNew = abandoned !== undefined && found.content !== abandoned;
      const living = isNew ? found : await livingLock(path, found, leaseMs);
      if (living) throw inUse(file, living);
      abandoned = found.content;
      if (await replace(path, abandoned, content, leaseMs, file)) break;
    }
    return new FileLock(path, content, leaseMs);
  }

  /** Whether this process still has the lock. Another server may take it while this process is suspended. */
  async isOwn(): Promise<boolean> {
    const found = await read(this.#path);
    // The user has deleted the lock.
    if (!found) return create(this.#path, this.#content, this.#path);
    return found.content === this.#content;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (await this.isOwn()) await rm(this.#path, { force: true });
  }

  async #touch(): Promise<void> {
    const now = new Date();
    // Errors are reported when the file is saved.
    if (await this.isOwn().catch(() => false)) await utimes(this.#path, now, now).catch(() => {});
  }
}

function inUse(file: string, { content }: FoundLock): UsageError {
  const [id, host] = content.trim().split(' ');
  const where = host === undefined || host === hostname() ? '' : ` on ${host}`;
  // A newly created lock may still be empty.
  const owner = /^\d+$/.test(id ?? '') ? `the server with process id ${id}${where}` : 'another server';
  return new UsageError(`--state can't be "${file}": ${owner} has it. Stop that one, or use another file`, 1);
}

/** Creates a file, unless it exists. @returns whether it created it. @throws UsageError */
async function create(path: string, content: string, file: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new UsageError(`The state could not be saved in ${file}: ${code}`, 1);
  }
}

async function read(path: string): Promise<FoundLock | undefined> {
  try {
    // One handle for both, because the file may be replaced meanwhile.
    const handle = await open(path);
    try {
      const { mtimeMs } = await handle.stat();
      return { content: await handle.readFile('utf8'), mtimeMs };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Waits for a lock to change within its lease, which shows that an owner runs. Returns the changed lock. */
async function livingLock(path: string, before: FoundLock, leaseMs: number): Promise<FoundLock | undefined> {
  if (Date.now() - before.mtimeMs > longSilence) return undefined;
  const end = performance.now() + leaseMs;
  while (performance.now() < end) {
    await sleep(leaseMs / 50);
    const now = await read(path);
    if (!now) return undefined;
    if (now.content !== before.content || now.mtimeMs !== before.mtimeMs) return now;
  }
  return undefined;
}

/**
 * Replaces an abandoned lock, unless another server does. Only one server can create the claim, a file whose name is derived from
 * the abandoned lock.
 */
async function replace(
  path: string,
  abandoned: string,
  content: string,
  leaseMs: number,
  file: string,
): Promise<boolean> {
  const claim = `${path}.${createHash('sha256').update(abandoned).digest('hex').slice(0, 16)}`;
  if (!(await create(claim, content, file))) {
    const other = await read(claim);
    // The owner of the claim was killed.
    if (other && Math.abs(Date.now() - other.mtimeMs) > longSilence) await rm(claim, { force: true });
    await sleep(leaseMs / 50);
    return false;
  }
  if ((await read(path))?.content === abandoned) {
    await rename(claim, path);
    return true;
  }
  await rm(claim, { force: true });
  return false;
}
