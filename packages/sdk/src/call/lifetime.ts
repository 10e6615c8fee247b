import { type Abortable, listen, unlisten } from '../platform/abort.ts';
import { anySignal } from '../platform/any-signal.ts';
import { type Clock, setClockTimer } from '../platform/clock.ts';
import type { Generation } from '../platform/generation.ts';
import { SharedSignal } from '../platform/shared-signal.ts';

/** Options of `client.close()`. */
export interface CloseOptions {
  /**
   * Time after which calls that still run are aborted, in milliseconds. By default none, because each request has its
   * `timeout`.
   */
  deadline?: number | undefined;
}

/** Counts the running calls of a client, and ends them when the client is closed or a mock's generation ends. */
export class Lifetime {
  readonly #clock: Clock;
  /** Aborts when the client is closed. Calls in flight still complete, but nothing more is sent. */
  readonly closing = new SharedSignal();
  /** Aborts when requests in flight must end too. */
  readonly ended = new SharedSignal();
  /** When requests in flight must end at the latest, by the client's clock. */
  endsAt = Number.POSITIVE_INFINITY;
  readonly #generation: Generation | undefined;
  #calls = 0;
  #atRest: (() => void) | undefined;

  constructor(clock: Clock, generation: Generation | undefined) {
    this.#clock = clock;
    this.#generation = generation;
  }

  /** @throws the reason of the end, unless the call may still be sent. */
  throwIfClosing(call: { readonly completesComposite: boolean }): void {
    if (this.ended.aborted || (this.closing.aborted && !call.completesComposite)) throw this.closing.reason;
  }

  /**
   * Returns the reason why a call with this signal must end, if it must. Between calls, nothing else notices the end of a
   * generation.
   */
  endOf(signal: Abortable | undefined): { readonly reason: unknown } | undefined {
    return [signal, this.#generation, this.ended].find((signal) => signal?.aborted);
  }

  begin(): void {
    // Listen only while there are calls. Otherwise the generation would retain an unused client.
    if (this.#calls++ > 0) return;
    if (this.#generation?.aborted) this.abort();
    else listen(this.#generation, this);
  }

  end(): void {
    if (--this.#calls > 0) return;
    unlisten(this.#generation, this);
    this.#atRest?.();
  }

  /** Ends all calls at once, because the generation has ended. */
  abort(): void {
    this.closing.abort(this.#generation?.reason);
    this.ended.abort(this.closing.reason);
  }

  /**
   * Waits for a time, or until the client is closed.
   *
   * @throws the signal's reason, when it aborts first.
   */
  async sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    this.begin();
    const any = anySignal([signal, this.closing]);
    try {
      // A clock takes no negative time, and the time may have come since the caller computed it.
      await this.#clock.sleep(Math.max(0, ms), any.signal);
    } catch (error) {
      if (!this.closing.aborted || signal?.aborted) throw error;
    } finally {
      any.release();
      this.end();
    }
  }

  /**
   * Resolves when the last call has ended. After the deadline, the remaining calls are aborted; reads that can't be sent
   * before it end at once.
   */
  close({ deadline }: CloseOptions): Promise<void> {
    if (deadline !== undefined) this.endsAt = Math.min(this.endsAt, this.#clock.now() + deadline);
    this.closing.abort(new DOMException('The client was closed', 'AbortError'));
    const abort = () => this.ended.abort(this.closing.reason);
    const cancel = deadline === undefined ? () => {} : setClockTimer(this.#clock, deadline, abort);
    return new Promise((resolve) => {
      const before = this.#atRest;
      this.#atRest = () => {
        before?.();
        cancel();
        resolve();
      };
      if (this.#calls === 0) this.#atRest();
    });
  }
}
