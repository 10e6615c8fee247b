/** Maximum results that are kept: each search has its own. */
const capacity = 80;

/** The last results of calls. A view shows one until the next. */
export class Known {
  readonly #results = new Map<string, unknown>();

  get(call: string): unknown {
    return this.#results.get(call);
  }

  set(call: string, result: unknown): void {
    this.#results.delete(call);
    this.#results.set(call, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > capacity && oldest !== undefined) this.#results.delete(oldest);
  }

  clear(): void {
    this.#results.clear();
  }
}
