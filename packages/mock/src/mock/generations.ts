/** State that clients keep of a mock until its next reset. When it ends, calls that began in it end too. */
class Generation {
  readonly #listeners = new Set<() => void>();
  aborted = false;
  reason: unknown;

  end(message: string): void {
    this.aborted = true;
    this.reason = new DOMException(message, 'AbortError');
    for (const listener of [...this.#listeners]) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  // No `AbortSignal`: Cloudflare Workers let no request touch the signal of another, and jsdom has its own class.
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** A stable object, so that copies of a mark see a new generation too. */
interface Holder {
  current: Generation;
}

/** The contract with clients, which import nothing of this package: a mark on `fetch`, and holders by base URL. */
const markKey: unique symbol = Symbol.for('@issue-tracking/generation');
const publishedKey: unique symbol = Symbol.for('@issue-tracking/generations');
const global: typeof globalThis & { [publishedKey]?: Map<string, Holder> } = globalThis;

/** Tells clients in this process or page to forget what they remember of a mock when the mock itself forgets. */
export class Generations {
  /** One for each base URL at which the mock is published, and one for its `fetch`: each ends by itself. */
  readonly #holders = new Map<string, Holder>();

  /** Marks a `fetch`, for the clients that use it. */
  mark<Fetch extends object>(fetch: Fetch): Fetch {
    return Object.assign(fetch, { [markKey]: this.#holderOf('') });
  }

  /**
   * Shows the generation to clients with this base URL, `*` for any. Of several mocks at one base URL, clients follow the
   * one published last.
   */
  publish(baseUrl: string): void {
    global[publishedKey] ??= new Map();
    const holder = this.#holderOf(baseUrl);
    if (global[publishedKey].get(baseUrl) !== holder) global[publishedKey].set(baseUrl, holder);
  }

  /** Ends the generation of a base URL at which the mock no longer answers: waiting calls would go to the network. */
  withdraw(baseUrl: string): void {
    const holder = this.#holders.get(baseUrl);
    if (!holder) return;
    this.#holders.delete(baseUrl);
    if (global[publishedKey]?.get(baseUrl) === holder) global[publishedKey].delete(baseUrl);
    holder.current.end('The mock was closed');
  }

  /** Leaves a base URL to another mock: calls that wait go on with that one, and calls that begin remember nothing. */
  supersede(baseUrl: string): void {
    this.#holders.delete(baseUrl);
  }

  /** Begins new generations, then ends the old ones. */
  renew(): void {
    const old = [...this.#holders.values()].map((holder) => {
      const { current } = holder;
      holder.current = new Generation();
      return current;
    });
    for (const generation of old) generation.end('The mock was reset');
  }

  #holderOf(baseUrl: string): Holder {
    const holder = this.#holders.get(baseUrl) ?? { current: new Generation() };
    this.#holders.set(baseUrl, holder);
    return holder;
  }
}
