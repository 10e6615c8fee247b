/** The requests that a fault or a latency holds up. */
export class Sleepers {
  readonly #ends = new Set<(goesOn: boolean) => void>();

  /**
   * Waits, on any clock. Resolves to whether the request goes on: not when the state that it came to is gone.
   *
   * @throws the reason of the request's own signal, if it aborts first.
   */
  async sleep(wait: (signal: AbortSignal) => Promise<void>, own: AbortSignal | undefined): Promise<boolean> {
    own?.throwIfAborted();
    const stop = new AbortController();
    const ended = Promise.withResolvers<boolean>();
    const leave = () => stop.abort(own?.reason);
    const end = (goesOn: boolean) => {
      ended.resolve(goesOn);
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

  /** Ends all waits at once: a server that closes still answers what it holds up. */
  wake(): void {
    for (const end of this.#ends) end(true);
  }

  /** Ends all waits, and their requests with them: a reset has taken away the state that they came to. */
  drop(): void {
    for (const end of this.#ends) end(false);
  }
}
