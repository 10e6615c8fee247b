import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** What a journal was begun for: another run's answers must not get into this one's world. */
export interface JournalHead {
  readonly baseUrl: string;
  readonly project: string;
  readonly since: string | undefined;
}

/** The journal is of another run. */
export class OtherJournal extends Error {
  override readonly name = 'OtherJournal';
}

/** The answers so far, a line each, beside the world file: an interrupted copy goes on where it was. */
export class Journal {
  readonly #file: string;
  readonly #answers = new Map<string, unknown>();
  #lastAt: number | undefined;

  /** @throws OtherJournal */
  constructor(file: string, head: JournalHead) {
    this.#file = file;
    const first = JSON.stringify(head);
    const [found, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (found !== undefined && found !== first) {
      throw new OtherJournal(`${file} is the journal of another copy (${found}): finish that one, or delete the file`);
    }
    // For the owner alone: there is nothing anonymous in it.
    if (found === undefined) writeFileSync(file, `${first}\n`, { mode: 0o600 });
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

  /** When the last answer came, in milliseconds since 1970; `undefined` when there is none. */
  get lastAt(): number | undefined {
    return this.#lastAt;
  }

  add(path: string, json: unknown, at: number): void {
    appendFileSync(this.#file, `${JSON.stringify([path, json, at])}\n`);
    this.#lastAt = at;
    this.#answers.set(path, json);
  }

  delete(): void {
    rmSync(this.#file);
  }

  #take(line: string): void {
    const [path, json, at] = JSON.parse(line);
    this.#lastAt = at;
    this.#answers.set(path, json);
  }
}
