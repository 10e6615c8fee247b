import type { Abortable } from './abort.ts';

/**
 * A signal for calls that began in different requests of a Cloudflare Worker. There, a platform signal that one request
 * made or listens to must not be used by another.
 */
export class SharedSignal implements Abortable {
  readonly #listeners = new Set<() => void>();
  aborted = false;
  reason: unknown;

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of [...this.#listeners]) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}
