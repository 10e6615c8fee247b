import type { Clock } from '../platform/clock.ts';
import { after } from './after.ts';

/** The reason a call's signal aborts with when its deadline has passed. */
export const deadlinePassed: unique symbol = Symbol('deadline passed');

/** One signal for everything that can end a call early; `release` frees what it holds. */
export interface CallSignal {
  readonly signal: AbortSignal;
  release(): void;
}

/** A signal that aborts with the caller's, or when the deadline passes. */
export function withDeadline(clock: Clock, deadline: number, signal: AbortSignal | undefined): CallSignal {
  const either = new AbortController();
  const follow = () => either.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);
  const cancel = after(clock, deadline, () => either.abort(deadlinePassed));
  return {
    signal: either.signal,
    release() {
      signal?.removeEventListener('abort', follow);
      cancel();
    },
  };
}
