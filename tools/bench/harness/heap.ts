/** Returns the bytes of heap in use after a collection, which needs `--expose-gc`. */
export function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
