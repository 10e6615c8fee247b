/** Matches ids from `next` and `uuid`, to find them in a world. */
const generated = /^[a-z]+_[0-9a-f]{12}$|^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

/** Generates ids, keys and tokens that look random but follow from the seed. */
export class Ids {
  #state: number;
  /** Generated ids in the world, from an earlier mock. */
  readonly #taken: Set<string>;

  /** The position before the first id. */
  readonly start: number;

  constructor(seed: number, taken = new Set<string>()) {
    this.start = seed >>> 0;
    this.#state = this.start;
    this.#taken = taken;
  }

  /** Returns a copy that generates the same ids from here on. */
  copy(): Ids {
    const copy = new Ids(this.start, this.#taken);
    copy.position = this.position;
    return copy;
  }

  /** Whether it has generated an id. */
  get isUsed(): boolean {
    return this.#state !== this.start;
  }

  /** Returns the prefix, an underscore and twelve hexadecimal digits: `cmt_…`. */
  next(prefix: string): string {
    return this.#fresh(() => `${prefix}_${this.#hex()}${this.#hex().slice(0, 4)}`);
  }

  /** Returns a version 4 uuid. */
  uuid(): string {
    return this.#fresh(() => {
      const [a, b, c, d] = [this.#hex(), this.#hex(), this.#hex(), this.#hex()];
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
    });
  }

  /** Prevents these ids from being generated: a mock of an exported world starts with the same seed. */
  avoid(ids: Iterable<string>): void {
    for (const id of ids) if (generated.test(id)) this.#taken.add(id);
  }

  /** Position in the sequence. */
  get position(): number {
    return this.#state;
  }

  set position(state: number) {
    this.#state = state;
  }

  #fresh(make: () => string): string {
    let id = make();
    while (this.#taken.has(id)) id = make();
    return id;
  }

  /** Returns eight hexadecimal digits. One step of splitmix32, which repeats no state before it has had all. */
  #hex(): string {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0).toString(16).padStart(8, '0');
  }
}
