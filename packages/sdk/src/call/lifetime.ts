import type { Clock } from '../platform/clock.ts';
import { Ending, firstOf } from '../platform/on-abort.ts';

/** A client's calls, and its end. */
export class Lifetime {
  readonly #clock: Clock;
  /** Aborts when the client is closed: what is under way still ends, but nothing more is sent. */
  readonly closing = new Ending();
  #calls = 0;
  #atRest: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(): void {
    this.#calls++;
  }

  end(): void {
    if (--this.#calls === 0) this.#atRest?.();
  }

  /**
   * Waits for a time, less when the client is closed: whatever is to be sent after that is not.
   *
   * @throws the signal's reason, when it aborts first.
   */
  async sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const first = firstOf([signal, this.closing]);
    try {
      // A clock takes no negative time, and the time may have come since the caller computed it.
      await this.#clock.sleep(Math.max(0, ms), first.signal);
    } catch (error) {
      if (!this.closing.aborted || signal?.aborted) throw error;
    } finally {
      first.release();
    }
  }

  /** Resolves when the last call has ended. */
  close(): Promise<void> {
    this.closing.abort(new DOMException('The client was closed', 'AbortError'));
    return new Promise((resolve) => {
      const before = this.#atRest;
      this.#atRest = () => {
        before?.();
        resolve();
      };
      if (this.#calls === 0) this.#atRest();
    });
  }
}
