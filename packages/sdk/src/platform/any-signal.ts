import { type Abortable, onAbort } from './abort.ts';

/** A signal that aborts with the first of several, until it is released. */
export interface AnySignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Removes its listeners from the other signals. */
  release(): void;
}

/** Returns a signal that aborts as soon as one of these does. `AbortSignal.any` can't be released. */
export function anySignal(signals: readonly (Abortable | undefined)[]): AnySignal {
  const any = new AbortController();
  const unsubscribe = signals.map((signal) => {
    if (signal?.aborted) any.abort(signal.reason);
    return onAbort(signal, () => any.abort(signal?.reason));
  });
  return {
    signal: any.signal,
    abort: (reason) => any.abort(reason),
    release() {
      for (const remove of unsubscribe) remove();
    },
  };
}
