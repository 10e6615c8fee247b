import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { printableJson } from '../platform/printable.ts';

/** What a journal was begun for: another run's responses must not get into this one's world. */
export interface JournalHead {
  readonly baseUrl: string;
  readonly project: string;
  readonly since: string | undefined;
  /** A digest of the credential: another one may see other things. */
  readonly credential: string;
}

/** A digest that tells credentials apart and doesn't tell what they are. */
export function digestOf(credential: string): string {
  return createHash('sha256').update(`issue-tracking journal ${credential}`).digest('hex').slice(0, 32);
}

/** The journal is of another run. */
export class OtherJournal extends Error {
  override readonly name = 'OtherJournal';
}

/** The responses so far, a line each, beside the world file: an interrupted copy goes on where it was. */
export class Journal {
  readonly #file: string;
  readonly #answers = new Map<string, unknown>();
  #lastAt: number | undefined;

  /** @throws OtherJournal */
  constructor(file: string, head: JournalHead) {
    this.#file = file;
    const first = printableJson(head);
    const [found, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (found !== undefined && found !== first) throw new OtherJournal(otherJournal(file, found, head));
    // For the owner alone: there is nothing anonymous in it.
    if (found === undefined) writeFileSync(file, `${first}\n`, { mode: 0o600, flag: 'wx' });
    // What follows the last line break was cut off.
    for (const line of lines.slice(0, -1)) this.#take(line);
    if (found !== undefined && lines.at(-1) !== '')
      writeFileSync(file, `${[first, ...lines.slice(0, -1)].join('\n')}\n`);
  }

  get size(): number {
    return this.#answers.size;
  }

  has(path: string): boolean {
    return this.#answers.has(path);
  }

  get(path: string): unknown {
    return this.#answers.get(path);
  }

  /** When the last response came, in milliseconds since 1970; `undefined` when there is none. */
  get lastAt(): number | undefined {
    return this.#lastAt;
  }

  add(path: string, json: unknown, at: number): void {
    appendFileSync(this.#file, `${printableJson([path, json, at])}\n`);
    this.#lastAt = at;
    this.#answers.set(path, json);
  }

  delete(): void {
    rmSync(this.#file, { force: true });
  }

  #take(line: string): void {
    const [path, json, at] = JSON.parse(line);
    this.#lastAt = at;
    this.#answers.set(path, json);
  }
}

/** In what the two runs differ. */
function otherJournal(file: string, found: string, head: JournalHead): string {
  const other = parsed(found);
  const names = { baseUrl: 'service', project: 'project', since: '--since', credential: 'credential' };
  const differs = Object.entries(names).filter(([name]) => other[name] !== head[name as keyof JournalHead]);
  const of = differs.map(([name, what]) =>
    name === 'credential' ? 'another credential' : `${what} ${other[name] ?? 'none'}`,
  );
  return `${file} is the journal of another copy (${of.join(', ')}): finish that one, or delete the file`;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
