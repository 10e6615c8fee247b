import { orAbort } from '../platform/abort.ts';
import { systemClock } from '../platform/clock.ts';

const retryEveryMs = 100;

/** Prefix of an error of the server itself, not of the connection. */
const reply = /^[A-Z]{2,} /;

/** Errors of a server that loads its data, changes its role or runs a script. Redis 6 quotes those of a script. */
const temporary = /(^|^ERR .*: -)(LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS) /;

/** A task to retry, and its limits. */
export interface RetryTask<T> {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Must be idempotent: after a lost response, it is unknown whether it was done. */
  run(): Promise<T>;
  isClosed(): boolean;
}

/**
 * Tries again for as long as the server cannot be reached or is not ready, at most `timeoutMs`: a restart or failover
 * is no reason to fail a call.
 */
export async function retryUntil<T>({ timeoutMs, signal, run, isClosed }: RetryTask<T>): Promise<T> {
  const timeout = new AbortController();
  const end = () => timeout.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  systemClock.sleep(timeoutMs, timeout.signal).then(end, () => {});
  let cause: unknown;
  try {
    for (;;) {
      try {
        return await orAbort(run(), timeout.signal);
      } catch (error) {
        if (timeout.signal.aborted || isClosed() || isFinal(error)) throw error;
        cause = error;
      }
      await systemClock.sleep(retryEveryMs, timeout.signal);
    }
  } catch (error) {
    if (!timeout.signal.aborted) throw error;
    signal?.throwIfAborted();
    const reason = cause instanceof Error && cause.message ? `: ${cause.message}` : '';
    throw new Error(`Redis did not ${cause ? 'become available' : 'respond'} within ${timeoutMs} ms${reason}`, {
      cause,
    });
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof Error && reply.test(error.message) && !temporary.test(error.message);
}
