/** Requests that wait for a fault's delay or a latency. */
export class Sleepers {
  readonly #wakers = new Set<() => void>();
  #isOver = false;

  /**
   * Waits on any clock, at most until `wake` is called.
   *
   * @throws the reason of the request's own signal, if it aborts first.
   */
  async sleep(wait: (signal: AbortSignal) => Promise<void>, own: AbortSignal | undefined): Promise<void> {
    own?.throwIfAborted();
    if (this.#isOver) return;
    const stop = new AbortController();
    const woken = Promise.withResolvers<void>();
    const leave = () => stop.abort(own?.reason);
    const wake = () => {
      woken.resolve();
      stop.abort();
    };
    own?.addEventListener('abort', leave, { once: true });
    this.#wakers.add(wake);
    try {
      await Promise.race([wait(stop.signal), woken.promise]);
    } finally {
      own?.removeEventListener('abort', leave);
      this.#wakers.delete(wake);
    }
  }

  /** Ends all waits now, so that a server that closes still responds. */
  wake(): void {
    for (const wake of this.#wakers) wake();
  }

  /** From now on, nothing waits. */
  end(): void {
    this.#isOver = true;
    this.wake();
  }
}
