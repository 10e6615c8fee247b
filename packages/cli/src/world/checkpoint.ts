import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { newerFormat } from '@issue-tracking/mock/internal';
import { printableJson } from '../platform/printable.ts';
import { EndedEarly } from '../service/ended-early.ts';

/** The run that a checkpoint belongs to: another run's responses must not get into this one's world. */
export interface CheckpointHead {
  readonly baseUrl: string;
  readonly project: string;
  readonly since: string | undefined;
  /** A digest of the credential: another one may see other things. */
  readonly credential: string;
}

/** A digest that tells credentials apart and doesn't tell what they are. */
export function digestCredential(credential: string): string {
  return createHash('sha256').update(`issue-tracking checkpoint ${credential}`).digest('hex').slice(0, 32);
}

/** The file can't be this copy's checkpoint; the message says why, and what to do. */
export class WrongCheckpoint extends Error {
  override readonly name = 'WrongCheckpoint';
}

/** Responses of a copy so far, one per line, beside the world file: an interrupted copy continues there. */
export class Checkpoint {
  readonly #file: string;
  readonly #responses = new Map<string, unknown>();
  #lastAt: number | undefined;

  /** @throws WrongCheckpoint, or an error of the file system. */
  constructor(file: string, head: CheckpointHead) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    // The text after the last line break was cut off.
    const [found, ...lines] = text.split('\n').slice(0, -1);
    const newer = newerFormat(parseJson(found ?? text), { writer: '@issue-tracking/cli', known: checkpointVersion });
    if (newer !== undefined) throw new WrongCheckpoint(`${file} ${newer}`);
    if (found === undefined) this.#begin(printableJson({ formatVersion: checkpointVersion, ...head }), text);
    else checkHead(file, found, head);
    for (const line of lines) this.#load(line);
    if (found !== undefined && !text.endsWith('\n')) writeFileSync(file, `${[found, ...lines].join('\n')}\n`);
  }

  /** Begins anew, unless the file holds something else than the start of a checkpoint. */
  #begin(first: string, text: string): void {
    if (!beginnings.some((one) => one.startsWith(text.slice(0, one.length))))
      throw new WrongCheckpoint(notACheckpoint(this.#file));
    this.delete();
    try {
      // Only the owner may read it: nothing in it is anonymous.
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

  /** When the last response came, in milliseconds since 1970; `undefined` when there is none. */
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

/** The version of a checkpoint's format, which is of no concern to worlds. A checkpoint without a version is of version 1. */
const checkpointVersion = 1;

/** How version 1 begins, with and without its number. */
const beginnings = [`{"formatVersion":${checkpointVersion},"baseUrl":"`, '{"baseUrl":"'];

/** @throws WrongCheckpoint unless it is the checkpoint of this copy. */
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
