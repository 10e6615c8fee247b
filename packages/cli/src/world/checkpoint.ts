import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { newerFormat } from '@issue-tracking/mock/internal';
import { printableJson } from '../platform/printable.ts';
import { EndedEarly } from '../service/ended-early.ts';

/** Identifies the copy of a checkpoint, so that no response of another copy gets into the world. */
export interface CheckpointHead {
  readonly baseUrl: string;
  readonly project: string;
  readonly since: string | undefined;
  /** A digest of the credential. Another credential may see other data. */
  readonly credential: string;
}

/** Returns a digest that identifies a credential without revealing it. */
export function digestCredential(credential: string): string {
  return createHash('sha256').update(`issue-tracking checkpoint ${credential}`).digest('hex').slice(0, 32);
}

/** An error for a file that can't be this copy's checkpoint. The message has the reason and what to do. */
export class WrongCheckpoint extends Error {
  override readonly name = 'WrongCheckpoint';
}

/** The responses of an unfinished copy, one per line, in a file beside the world. The next run continues from it. */
export class Checkpoint {
  readonly #file: string;
  readonly #responses = new Map<string, unknown>();
  #lastAt: number | undefined;

  /** @throws WrongCheckpoint, or an error of the file system. */
  constructor(file: string, head: CheckpointHead) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    // Drop the text after the last line break, which an interrupted write left.
    const [found, ...lines] = text.split('\n').slice(0, -1);
    const newer = newerFormat(parseJson(found ?? text), { writer: '@issue-tracking/cli', known: checkpointVersion });
    if (newer !== undefined) throw new WrongCheckpoint(`${file} ${newer}`);
    if (found === undefined) this.#begin(printableJson({ formatVersion: checkpointVersion, ...head }), text);
    else checkHead(file, found, head);
    for (const line of lines) this.#load(line);
    if (found !== undefined && !text.endsWith('\n')) writeFileSync(file, `${[found, ...lines].join('\n')}\n`);
  }

  /** Starts a new file. @throws WrongCheckpoint if the file has anything but the start of a checkpoint. */
  #begin(first: string, text: string): void {
    if (!beginnings.some((one) => one.startsWith(text.slice(0, one.length))))
      throw new WrongCheckpoint(notACheckpoint(this.#file));
    this.delete();
    try {
      // Only the owner may read the file, because its data is not anonymized.
      writeFileSync(this.#file, `${first}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      this.delete();
      throw error;
    }
  }

  get size(): number {
    return this.#responses.size;
  }

  has(path: string): boolean {
    return this.#responses.has(path);
  }

  get(path: string): unknown {
    return this.#responses.get(path);
  }

  /** Time of the last response, in milliseconds since 1970. */
  get lastAt(): number | undefined {
    return this.#lastAt;
  }

  /** @throws EndedEarly when the file can't be written. */
  add(path: string, json: unknown, at: number): void {
    try {
      appendFileSync(this.#file, `${printableJson([path, json, at])}\n`);
    } catch (error) {
      throw new EndedEarly(`${this.#file} can't be written (${(error as NodeJS.ErrnoException).code})`);
    }
    this.#lastAt = at;
    this.#responses.set(path, json);
  }

  delete(): void {
    rmSync(this.#file, { force: true });
  }

  #load(line: string): void {
    const entry = parseJson(line);
    if (!Array.isArray(entry)) throw new WrongCheckpoint(notACheckpoint(this.#file));
    const [path, json, at] = entry;
    this.#lastAt = at;
    this.#responses.set(path, json);
  }
}

/** The version of the checkpoint's format, separate from that of worlds. Version 1 may lack the number. */
const checkpointVersion = 1;

/** Beginnings of version 1, with and without its number. */
const beginnings = [`{"formatVersion":${checkpointVersion},"baseUrl":"`, '{"baseUrl":"'];

/** Compares the first line with this copy. @throws WrongCheckpoint if it belongs to another copy. */
function checkHead(file: string, found: string, head: CheckpointHead): void {
  const other: Record<string, unknown> = Object(parseJson(found));
  const { formatVersion = checkpointVersion } = other;
  if (!('project' in other) || formatVersion !== checkpointVersion) throw new WrongCheckpoint(notACheckpoint(file));
  const names = { baseUrl: 'service', project: 'project', since: '--since', credential: 'credential' };
  const differs = Object.entries(names).filter(([name]) => other[name] !== head[name as keyof CheckpointHead]);
  if (differs.length === 0) return;
  const of = differs.map(([name, what]) =>
    name === 'credential' ? 'another credential' : `${what} ${other[name] ?? 'none'}`,
  );
  throw new WrongCheckpoint(
    `${file} is the checkpoint of another copy (${of.join(', ')}): finish that one, or delete the file`,
  );
}

function notACheckpoint(file: string): string {
  return `${file} is not a checkpoint of this command: delete it, or choose another name with -o`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
