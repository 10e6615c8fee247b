/** How many requests of each credential arrived within the window: exact, and stamped on arrival (LIM-1). */
export class RequestWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #arrivals = new Map<string, number[]>();

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** A request arrives; says in how many milliseconds there is room for it, 0 when it was let in. */
  arrive(token: string, now: number): number {
    const recent = (this.#arrivals.get(token) ?? []).filter((at) => at > now - this.#windowMs);
    this.#arrivals.set(token, recent);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= this.#limit) return oldest + this.#windowMs - now;
    recent.push(now);
    return 0;
  }
}
