/** Something worth keeping for as long as it remembers anything. */
export interface Retained {
  /** Whether a new one would behave the same. */
  readonly idle: boolean;
}

/** Calls back after a while, without keeping the program. */
export type Later = (callback: () => void) => void;

/** Size at which idle entries are first released. */
const smallest = 64;

/**
 * Finds what was made for a key before. An entry that is not idle is kept even without a client: a server
 * that makes a client for each request must find the slots and refusals of the client before. Once idle it is held
 * weakly, so that ever new keys don't fill the memory.
 */
export class Registry<T extends Retained> {
  readonly #entries = new Map<string, T | WeakRef<T>>();
  readonly #later: Later | undefined;
  #sweepAt = smallest;
  #isSweepScheduled = false;

  /** `later`: how idle entries are released from time to time. Without it, only when their number has doubled. */
  constructor(later?: Later) {
    this.#later = canHoldWeakly ? later : undefined;
  }

  get size(): number {
    return this.#entries.size;
  }

  *values(): Generator<T, void> {
    for (const entry of this.#entries.values()) {
      const value = held(entry);
      if (value) yield value;
    }
  }

  find(key: string, make: () => T): T {
    const entry = this.#entries.get(key);
    const found = (entry && held(entry)) ?? make();
    this.#entries.set(key, found);
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
    this.#scheduleSweep();
    return found;
  }

  #scheduleSweep(): void {
    if (!this.#later || this.#isSweepScheduled || this.#entries.size === 0) return;
    this.#isSweepScheduled = true;
    // A timer must not keep a registry whose owner is gone.
    const weak = new WeakRef(this);
    this.#later(() => {
      const registry = weak.deref();
      if (registry) registry.#sweepOnTime();
    });
  }

  #sweepOnTime(): void {
    this.#isSweepScheduled = false;
    this.#sweep();
    this.#scheduleSweep();
  }

  #sweep(): void {
    for (const [key, entry] of this.#entries) {
      const value = held(entry);
      // Cloudflare Workers before 2025 have no `WeakRef`: there, a client that still uses an idle entry goes on with it
      // alone.
      if (!value || (value.idle && !canHoldWeakly)) this.#entries.delete(key);
      else this.#entries.set(key, value.idle ? new WeakRef(value) : value);
    }
    this.#sweepAt = Math.max(smallest, this.#entries.size * 2);
  }
}

const canHoldWeakly = typeof WeakRef === 'function';

function held<T extends object>(entry: T | WeakRef<T>): T | undefined {
  return canHoldWeakly && entry instanceof WeakRef ? entry.deref() : (entry as T);
}
