import { isClock, serviceClockOf } from '../platform/clock/service-clock.ts';

/**
 * Returns how a test with `clientOptions` avoids long waits of its client; `undefined` where the mock can't help. The client
 * logs it.
 */
function adviceOnWait(reason: string, clock: object): string | undefined {
  if (!isClock(clock) || reason === 'token' || reason === 'store') return undefined;
  if (serviceClockOf(clock).kind === 'virtual')
    return 'virtualClock() stands still until the test calls mock.clock.advance(ms); virtualClock({ auto: true }) moves by itself';
  const [limit, eachTest] =
    reason === 'rate-limit' ? ['rateLimit: false or ', ', or create a mock for each test'] : ['', ''];
  return `In tests, pass ${limit}clock: virtualClock({ auto: true }) to createMock()${eachTest}`;
}

/** Marks the state that clients share until the mock's next reset. When it ends, calls that started in it abort. */
class Generation {
  readonly #listeners = new Set<() => void>();
  /** Why it ended. */
  #message: string | undefined;
  #reason: DOMException | undefined;
  readonly adviceOnWait: typeof adviceOnWait | undefined;

  constructor(advice: typeof adviceOnWait | undefined) {
    this.adviceOnWait = advice;
  }

  end(message: string): void {
    this.#message = message;
    for (const listener of [...this.#listeners]) listener();
  }

  get aborted(): boolean {
    return this.#message !== undefined;
  }

  /** Made when a call reads it: that takes longer than the rest of a reset. */
  get reason(): DOMException | undefined {
    if (this.#message !== undefined) this.#reason ??= new DOMException(this.#message, 'AbortError');
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  // Not an `AbortSignal`: in Cloudflare Workers no request can use the signal of another, and jsdom has its own class.
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** A mutable reference, so that copies of a mark see new generations. */
interface Holder {
  current: Generation;
  /** Whether clients with a `fetch` of their own stay apart: it may lead elsewhere. */
  isForPlatform: boolean;
}

/** Global keys of marks on `fetch` and of holders by base URL. Clients read them without importing this package. */
const markKey: unique symbol = Symbol.for('@issue-tracking/generation');
const publishedKey: unique symbol = Symbol.for('@issue-tracking/generations');
const global: typeof globalThis & { [publishedKey]?: Map<string, Holder> } = globalThis;

/** Makes clients in this process or page forget a mock's state when the mock is reset. */
export class Generations {
  /** By base URL at which the mock is published; the one of its `fetch` has the key ''. */
  readonly #holders = new Map<string, Holder>();

  /** Marks a `fetch`, for the clients that use it. */
  mark<Fetch extends object>(fetch: Fetch): Fetch {
    return Object.assign(fetch, { [markKey]: this.#holderOf('') });
  }

  /**
   * Publishes the generation to clients with this base URL, `*` for any. With several mocks at one base URL, clients use the
   * last published one.
   *
   * @param clients All, where a server is known to listen, else those of the platform's `fetch`.
   */
  publish(baseUrl: string, clients: 'all' | 'platform'): void {
    global[publishedKey] ??= new Map();
    const holder = this.#holderOf(baseUrl);
    if (clients === 'all') holder.isForPlatform = false;
    if (global[publishedKey].get(baseUrl) !== holder) global[publishedKey].set(baseUrl, holder);
  }

  /** Whether clients with this base URL reach a mock of this process or page. */
  static isPublished(baseUrl: string): boolean {
    return global[publishedKey]?.has(baseUrl) ?? false;
  }

  /** Ends the generation of a base URL that the mock no longer serves: waiting calls would reach the network. */
  withdraw(baseUrl: string): void {
    const holder = this.#holders.get(baseUrl);
    if (!holder) return;
    this.#holders.delete(baseUrl);
    if (global[publishedKey]?.get(baseUrl) === holder) global[publishedKey].delete(baseUrl);
    holder.current.end('The mock was closed');
  }

  /** Leaves a base URL to another mock: waiting calls continue with that one, and new calls start without state. */
  supersede(baseUrl: string): void {
    this.#holders.delete(baseUrl);
  }

  /** Starts new generations, then ends the old ones. */
  renew(): void {
    const old = [...this.#holders.values()].map((holder) => {
      const { current } = holder;
      holder.current = new Generation(current.adviceOnWait);
      return current;
    });
    for (const generation of old) generation.end('The mock was reset');
  }

  #holderOf(baseUrl: string): Holder {
    const holder = this.#holders.get(baseUrl) ?? {
      current: new Generation(baseUrl === '' ? adviceOnWait : undefined),
      isForPlatform: true,
    };
    this.#holders.set(baseUrl, holder);
    return holder;
  }
}
