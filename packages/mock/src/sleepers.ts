/** Requests that wait for a fault's delay or a latency. */
export class Sleepers {
  readonly #ends = new Set<(isKept: boolean) => void>();

  /**
   * Waits on any clock. Resolves to false if the request must be dropped, because the mock's state was replaced.
   *
   * @throws the reason of the request's own signal, if it aborts first.
   */
  async sleep(wait: (signal: AbortSignal) => Promise<void>, own: AbortSignal | undefined): Promise<boolean> {
    own?.throwIfAborted();
    const stop = new AbortController();
    const ended = Promise.withResolvers<boolean>();
    const leave = () => stop.abort(own?.reason);
    const end = (isKept: boolean) => {
      ended.resolve(isKept);
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

  /** Ends all waits now, so that a closing server still responds. */
  wake(): void {
    for (const end of this.#ends) end(true);
  }

  /** Ends all waits and drops their requests, because a reset or restore has replaced the state. */
  drop(): void {
    for (const end of this.#ends) end(false);
  }
}
