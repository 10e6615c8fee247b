/** What is used of an `AbortSignal`. */
export interface Abortable {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Who wants to know that a signal aborts. */
export interface AbortListener {
  abort(): void;
}

/**
 * Aborts for calls of any request. The platform's own signals can't, in Cloudflare Workers: there one that was made, or is
 * listened to, by one request may not be touched by another.
 */
export class Ending implements Abortable {
  readonly #listeners = new Set<() => void>();
  aborted = false;
  reason: unknown;

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of [...this.#listeners]) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** Those who want to know; each signal has one listener of the platform, however many they are. */
const waiting = new WeakMap<Abortable, Waiting>();

interface Waiting {
  readonly all: Set<AbortListener>;
  readonly tell: () => void;
}

/**
 * Tells one when a signal aborts, until `unlisten`. The signal is not aborted yet.
 *
 * A program gives one signal to all its calls, and the platform looks through all the listeners of a signal for each
 * that is added or removed: with 20,000 calls in a queue that takes seconds.
 */
export function listen(signal: Abortable | undefined, one: AbortListener): void {
  if (!signal) return;
  const { all } = waiting.get(signal) ?? listenTo(signal);
  all.add(one);
}

export function unlisten(signal: Abortable | undefined, one: AbortListener): void {
  if (!signal) return;
  const listening = waiting.get(signal);
  if (!listening?.all.delete(one) || listening.all.size > 0) return;
  waiting.delete(signal);
  signal.removeEventListener('abort', listening.tell);
}

/** Calls back when a signal aborts, unless the function it returns is called before. The signal is not aborted yet. */
export function onAbort(signal: Abortable | undefined, callback: () => void): () => void {
  const one = { abort: callback };
  listen(signal, one);
  return () => unlisten(signal, one);
}

function listenTo(signal: Abortable): Waiting {
  const all = new Set<AbortListener>();
  const tell = () => {
    signal.removeEventListener('abort', tell);
    void inTurns(all, (one) => all.delete(one) && one.abort());
  };
  signal.addEventListener('abort', tell);
  const listening = { all, tell };
  waiting.set(signal, listening);
  return listening;
}

/** How much is done before everything else in the program has its turn. Most of it ends a call, with an error to be made. */
const doneAtOnce = 500;

/** Does something with each of many without keeping the event loop for long. */
export async function inTurns<T>(all: Iterable<T>, each: (one: T) => unknown): Promise<void> {
  let done = 0;
  for (const one of all) {
    each(one);
    if (++done % doneAtOnce === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The promise's outcome, or the signal's reason when it aborts first; leaves no listener behind. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}

/** Something that aborts as soon as one of several signals does, until it is released. */
export interface First {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Takes its listeners off the signals. */
  release(): void;
}

export function firstOf(signals: readonly (Abortable | undefined)[]): First {
  const first = new AbortController();
  const forget = signals.map((signal) => {
    if (signal?.aborted) first.abort(signal.reason);
    return onAbort(signal, () => first.abort(signal?.reason));
  });
  return {
    signal: first.signal,
    abort: (reason) => first.abort(reason),
    release() {
      for (const one of forget) one();
    },
  };
}
