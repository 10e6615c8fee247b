import { anySignal } from '../platform/any-signal.ts';
import type { Clock } from '../platform/clock.ts';
import { SharedSignal } from '../platform/shared-signal.ts';

/** A client's calls, and its end. */
export class Lifetime {
  readonly #clock: Clock;
  /** Aborts when the client is closed: what is under way still ends, but nothing more is sent. */
  readonly closing = new SharedSignal();
  #calls = 0;
  #atRest: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  throwIfClosing(): void {
    if (this.closing.aborted) throw this.closing.reason;
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
    const any = anySignal([signal, this.closing]);
    try {
      // A clock takes no negative time, and the time may have come since the caller computed it.
      await this.#clock.sleep(Math.max(0, ms), any.signal);
    } catch (error) {
      if (!this.closing.aborted || signal?.aborted) throw error;
    } finally {
      any.release();
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
