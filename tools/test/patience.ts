import { vi } from 'vitest';

/** Vitest's second is too short on a busy machine, and it has no setting for these two. What never comes is found all the same. */
const timeout = 20_000;

const { waitFor, waitUntil } = vi;
const isPatient = Symbol.for('waits for twenty seconds');

// Files that run in one process share it.
if (!(isPatient in vi)) {
  Object.assign(vi, {
    [isPatient]: true,
    waitFor: (callback, options) => waitFor(callback, patient(options)),
    waitUntil: (callback, options) => waitUntil(callback, patient(options)),
  } satisfies Pick<typeof vi, 'waitFor' | 'waitUntil'> & Record<symbol, boolean>);
}

function patient<Options extends object>(
  options: number | Options | undefined,
): number | (Options & { timeout: number }) {
  return typeof options === 'number' ? options : { timeout, ...(options as Options) };
}
