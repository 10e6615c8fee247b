import type { Clock } from '../clock.ts';

/** The reason a call's signal aborts with when its deadline has passed. */
export const deadlinePassed: unique symbol = Symbol('deadline passed');

/** A signal that aborts with the caller's, or when the deadline passes; `release` frees what it holds. */
export interface CallSignal {
  readonly signal: AbortSignal | undefined;
  release(): void;
}

const nothingHeld = () => {};

/** One signal for everything that can end a call early. Without a deadline it is the caller's own. */
export function callSignal(clock: Clock, deadline: number | undefined, signal: AbortSignal | undefined): CallSignal {
  if (deadline === undefined) return { signal, release: nothingHeld };
  const either = new AbortController();
  const follow = () => either.abort(signal?.reason);
  const release = () => {
    signal?.removeEventListener('abort', follow);
    either.abort('over');
  };
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);
  clock.sleep(deadline, either.signal).then(() => either.abort(deadlinePassed), nothingHeld);
  return { signal: either.signal, release };
}
