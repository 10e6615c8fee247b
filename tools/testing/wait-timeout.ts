import { vi } from 'vitest';

/** The limit of `patience` in `vitest.config.ts`. `vi.waitFor` and `vi.waitUntil` have no such setting: 1 s by default. */
const timeout = 20_000;

const { waitFor, waitUntil } = vi;

vi.waitFor = (callback, options) => waitFor(callback, withTimeout(options));
vi.waitUntil = (callback, options) => waitUntil(callback, withTimeout(options));

function withTimeout(options: Parameters<typeof waitFor>[1] = {}) {
  return { timeout, ...(typeof options === 'number' ? { timeout: options } : options) };
}
