import { HttpError } from '../http/http-error.ts';

/**
 * The last things of one kind that clients of this server have made, by ids that come once. A suite that makes one a
 * test, and never clears, must not fill the memory.
 */
export class SessionRegistry<Thing> {
  readonly #noun: string;
  readonly #capacity: number;
  readonly #things = new Map<string, Thing>();
  #made = 0;

  constructor(noun: string, capacity: number) {
    this.#noun = noun;
    this.#capacity = capacity;
  }

  /** @returns its id. */
  add(thing: Thing): string {
    const id = `${this.#noun}-${++this.#made}`;
    this.#things.set(id, thing);
    this.#things.delete(`${this.#noun}-${this.#made - this.#capacity}`);
    return id;
  }

  /** @throws HttpError when it is not here, or no more. */
  get(id: string): Thing {
    const thing = this.#things.get(id);
    if (thing === undefined) throw new HttpError(404, `No ${id}: the last ${this.#capacity} are kept`);
    return thing;
  }

  all(): [id: string, thing: Thing][] {
    return [...this.#things];
  }

  clear(): void {
    this.#things.clear();
  }
}
