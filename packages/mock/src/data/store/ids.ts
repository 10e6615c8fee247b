/** The form of ids from `next` and `uuid`, to find them among a world's own. */
const generated = /^[a-z]+_[0-9a-f]{12}$|^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

/** Ids, keys and tokens that look random and are the same in every run: they follow from the seed and their order. */
export class Ids {
  #state: number;
  /** Those that a world has brought, from a mock that made them before. */
  readonly #taken = new Set<string>();

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** `cmt_` and twelve hexadecimal digits. */
  next(prefix: string): string {
    return this.#fresh(() => `${prefix}_${this.#hex()}${this.#hex().slice(0, 4)}`);
  }

  /** A version 4 uuid. */
  uuid(): string {
    return this.#fresh(() => {
      const [a, b, c, d] = [this.#hex(), this.#hex(), this.#hex(), this.#hex()];
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
    });
  }

  /** Has these not come again: a mock that goes on from the world of another begins at the same place. */
  avoid(ids: Iterable<string>): void {
    for (const id of ids) if (generated.test(id)) this.#taken.add(id);
  }

  /** Where the sequence stands. */
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

  /** Eight hexadecimal digits. One step of splitmix32: every state comes once before any comes again. */
  #hex(): string {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0).toString(16).padStart(8, '0');
  }
}
