/** The requests that a fault or a latency holds up. They end at once when the state that they came to is gone. */
export class Sleepers {
  readonly #ends = new Set<() => void>();

  /**
   * Waits, on any clock. Resolves to whether the wait came to its end: a reset, a restore or the closing of a server ends it.
   *
   * @throws the reason of the request's own signal, if it aborts first.
   */
  async sleep(wait: (signal: AbortSignal) => Promise<void>, own: AbortSignal | undefined): Promise<boolean> {
    own?.throwIfAborted();
    const stop = new AbortController();
    const ended = Promise.withResolvers<false>();
    const leave = () => stop.abort(own?.reason);
    const end = () => {
      ended.resolve(false);
      stop.abort();
    };
    own?.addEventListener('abort', leave, { once: true });
    this.#ends.add(end);
    try {
      return await Promise.race([wait(stop.signal).then(() => true), ended.promise]);
    } finally {
      own?.removeEventListener('abort', leave);
      this.#ends.delete(end);
    }
  }

  /** Ends all waits. */
  end(): void {
    for (const end of this.#ends) end();
  }
}
