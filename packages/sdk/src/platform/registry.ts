/** An entry that is kept while it has state. */
export interface Retained {
  /** Whether a new entry would behave the same. */
  readonly idle: boolean;
}

/** Size at which idle entries are first released. */
const smallest = 64;

/**
 * Finds or creates the entry of a key. An entry with state is kept even without a client: a server that creates a
 * client for each request must find the slots and rejections of its earlier clients. Idle entries are held weakly, so
 * that new keys don't fill the memory.
 */
export class Registry<T extends Retained> {
  readonly #entries = new Map<string, T | WeakRef<T>>();
  #evictAt = smallest;

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
    if (this.#entries.size >= this.#evictAt) this.#evict();
    return found;
  }

  /** Releases idle entries, each time the number of entries has doubled. */
  #evict(): void {
    for (const [key, entry] of this.#entries) {
      const value = held(entry);
      // Cloudflare Workers before 2025 have no `WeakRef`, so idle entries are deleted. A client that still uses a
      // deleted entry no longer shares it with new clients.
      if (!value || (value.idle && !canHoldWeakly)) this.#entries.delete(key);
      else this.#entries.set(key, value.idle ? new WeakRef(value) : value);
    }
    this.#evictAt = Math.max(smallest, this.#entries.size * 2);
  }
}

const canHoldWeakly = typeof WeakRef === 'function';

function held<T extends object>(entry: T | WeakRef<T>): T | undefined {
  return canHoldWeakly && entry instanceof WeakRef ? entry.deref() : (entry as T);
}
