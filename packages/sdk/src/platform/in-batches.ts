/** Entries in one batch. Most entries end a call, which creates an error: a tenth of a millisecond or more. */
const batchSize = 100;

// Read on import, before a test replaces it with a fake timer that never advances. Where there is one, `setImmediate` lets
// sockets be read between two batches; timers that are due run one after the other. Browsers have none.
const { setTimeout } = globalThis;
const { setImmediate: nextTurn = setTimeout } = globalThis as { setImmediate?: (callback: () => void) => unknown };

/** Calls a function for each entry, in batches, so that the event loop is never blocked for long. */
export async function inBatches<T>(entries: Iterable<T>, each: (entry: T) => unknown): Promise<void> {
  let count = 0;
  for (const entry of entries) {
    each(entry);
    if (++count % batchSize === 0) await new Promise<void>((resolve) => nextTurn(resolve));
  }
}
