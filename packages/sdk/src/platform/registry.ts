/** An entry that is kept while it has state. */
export interface Retained {
  /** Whether a new entry would behave the same. */
  readonly idle: boolean;
}

/** Entries that each search looks at: more than it can add, so that all are looked at sooner or later. */
const lookedAt = 3;
/** Without `WeakRef`, idle entries up to this number are kept. */
const kept = 64;

/**
 * Finds or creates the entry of a key. An entry with state is kept even without a client: a server that creates a client for
 * each request must find the slots and rejections of its earlier clients. Idle entries are held weakly, and go with their
 * last client.
 */
export class Registry<T extends Retained> {
  readonly #entries = new Map<string, T | WeakRef<T>>();
  #unseen = this.#entries.keys();

  get size(): number {
    return this.#entries.size;
  }

  /** `make` gets a function to call when the entry gets state: it may be held weakly since it was found. */
  find(key: string, make: (keep: () => void) => T): T {
    const found: T = held(this.#entries.get(key)) ?? make(() => this.#entries.set(key, found));
    this.#entries.set(key, found);
    for (let count = 0; count < lookedAt; count++) this.#lookAtNext();
    return found;
  }

  /** Holds the next entry weakly if it is idle, and deletes one that is gone. */
  #lookAtNext(): void {
    const { value: key, done } = this.#unseen.next();
    if (done) {
      this.#unseen = this.#entries.keys();
      return;
    }
    const entry = held(this.#entries.get(key));
    // Cloudflare Workers before 2025 have no `WeakRef`, so idle entries are deleted. A client that still uses a deleted
    // entry no longer shares it with new clients.
    if (!entry || (entry.idle && !canHoldWeakly && this.size > kept)) this.#entries.delete(key);
    else if (entry.idle && canHoldWeakly) this.#entries.set(key, new WeakRef(entry));
  }
}

const canHoldWeakly = typeof WeakRef === 'function';

function held<T extends object>(entry: T | WeakRef<T> | undefined): T | undefined {
  return canHoldWeakly && entry instanceof WeakRef ? entry.deref() : (entry as T | undefined);
}
