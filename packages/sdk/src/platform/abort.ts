import { inBatches } from './in-batches.ts';

/** The members of an `AbortSignal` that the client uses. */
export interface Abortable {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A listener for the abort of a signal. */
export interface AbortListener {
  abort(): void;
}

/** Listeners by signal. Each signal has only one listener of the platform, which calls all of them. */
const listeners = new WeakMap<Abortable, Listeners>();

interface Listeners {
  readonly all: Set<AbortListener>;
  readonly notify: () => void;
}

/**
 * Calls a listener when a signal aborts, until `unlisten`. A signal that has already aborted calls no listener.
 *
 * A program may pass one signal to all its calls. When a listener is added or removed, the platform scans all
 * listeners of the signal, which takes seconds with 20,000 queued calls. So each signal gets only one listener of the
 * platform.
 */
export function listen(signal: Abortable | undefined, listener: AbortListener): void {
  if (!signal) return;
  const { all } = listeners.get(signal) ?? listenTo(signal);
  all.add(listener);
}

/** Removes a listener. */
export function unlisten(signal: Abortable | undefined, listener: AbortListener): void {
  if (!signal) return;
  const listening = listeners.get(signal);
  if (!listening?.all.delete(listener) || listening.all.size > 0) return;
  listeners.delete(signal);
  signal.removeEventListener('abort', listening.notify);
}

/**
 * Calls back when a signal aborts, unless the returned function is called before. A signal that has already aborted
 * never calls back.
 */
export function onAbort(signal: Abortable | undefined, callback: () => void): () => void {
  const listener = { abort: callback };
  listen(signal, listener);
  return () => unlisten(signal, listener);
}

function listenTo(signal: Abortable): Listeners {
  const all = new Set<AbortListener>();
  const notify = () => {
    signal.removeEventListener('abort', notify);
    void inBatches(all, (listener) => all.delete(listener) && listener.abort());
  };
  signal.addEventListener('abort', notify);
  const listening = { all, notify };
  listeners.set(signal, listening);
  return listening;
}

/**
 * Settles like the promise, or rejects with the signal's reason if the signal aborts first. Leaves no listener
 * behind.
 */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const unsubscribe = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(unsubscribe);
  });
}
