/** Entries in one batch. Most entries end a call, which creates an error. */
const batchSize = 500;

// Read on import, before a test replaces it with a fake timer that never advances.
const { setTimeout } = globalThis;

/** Calls a function for each entry, in batches, so that the event loop is never blocked for long. */
export async function inBatches<T>(entries: Iterable<T>, each: (entry: T) => unknown): Promise<void> {
  let count = 0;
  for (const entry of entries) {
    each(entry);
    if (++count % batchSize === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}
