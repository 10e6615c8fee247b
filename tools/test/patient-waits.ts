import { vi } from 'vitest';

/** As `expect.poll` waits by `patience` in `vitest.config.ts`; these two have no option, and give up after a second. */
const timeout = 20_000;

const { waitFor, waitUntil } = vi;

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

function patient(options: Parameters<typeof waitFor>[1] = {}) {
  return { timeout, ...(typeof options === 'number' ? { timeout: options } : options) };
}
