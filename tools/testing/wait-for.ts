import { vi } from 'vitest';
import { patience } from './patience.ts';

const { waitFor, waitUntil } = vi;

// They have no setting: 1 s by default.
vi.waitFor = (callback, options) => waitFor(callback, withTimeout(options));
vi.waitUntil = (callback, options) => waitUntil(callback, withTimeout(options));

function withTimeout(options: Parameters<typeof waitFor>[1] = {}) {
  return { timeout: patience, ...(typeof options === 'number' ? { timeout: options } : options) };
}
