import { Moments } from './moments.ts';

/**
 * The requests that the service may still count (LIM-1). A slot is taken before its request is sent and becomes free one
 * window after the response: the service counts a request when it arrives, which is in between. Until the response, a slot
 * has a lease, because a runtime may end a request without a word. A window outlives its credential: the next one of the
 * same source goes on with it.
 */
export class RateWindow {
  /** When the responses came, or at the latest come. */
  readonly #responses: Moments;
  /** Called when an unused slot is freed. */
  onFree: () => void = () => {};

  constructor(windowMs: number) {
    this.#responses = new Moments(windowMs);
  }

  get windowMs(): number {
    return this.#responses.forMs;
  }

  widen(ms: number): void {
    this.#responses.forMs = Math.max(ms, this.#responses.forMs);
  }

  used(now: number): number {
    return this.#responses.count(now);
  }

  /**
   * Returns when `requests` more may have been sent under a limit; `now` if they may be sent at once. It is never too late:
   * a request without a response holds its slot for at least one more window.
   */
  freeAt(limit: number, now: number, requests = 1): number {
    const { forMs } = this.#responses;
    const fullWindows = Math.floor((requests - 1) / limit);
    const missing = this.#responses.count(now) + requests - (fullWindows + 1) * limit;
    const first = missing > 0 ? Math.min(this.#responses.endOf(missing - 1), now + forMs) : now;
    return first + fullWindows * forMs;
  }

  take(lease: number): void {
    this.#responses.add(lease);
  }

  /** Starts the last window of a slot. */
  responded(lease: number, at: number): void {
    if (this.#responses.remove(lease)) this.#responses.add(at);
  }

  /** Frees the slot of a request that was not sent. */
  free(lease: number): void {
    if (this.#responses.remove(lease)) this.onFree();
  }
}
