type Callback = () => void;

/** Those who want to know that a signal aborts; each signal has one listener of the platform, however many they are. */
const waiting = new WeakMap<AbortSignal, Waiting>();

interface Waiting {
  readonly callbacks: Set<Callback>;
  readonly tell: Callback;
}

/**
 * Calls back when a signal aborts, unless the function it returns is called before. The signal is not aborted yet.
 *
 * A program gives one signal to all its calls, and the platform looks through all the listeners of a signal for each
 * that is added or removed: with 20,000 calls in a queue that takes seconds.
 */
export function onAbort(signal: AbortSignal | undefined, callback: Callback): Callback {
  if (!signal) return ignore;
  const { callbacks, tell } = waiting.get(signal) ?? listenTo(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0 || !waiting.delete(signal)) return;
    signal.removeEventListener('abort', tell);
  };
}

const ignore = () => {};

function listenTo(signal: AbortSignal): Waiting {
  const callbacks = new Set<Callback>();
  const tell = () => {
    waiting.delete(signal);
    signal.removeEventListener('abort', tell);
    tellInTurns(callbacks);
  };
  signal.addEventListener('abort', tell);
  const listening = { callbacks, tell };
  waiting.set(signal, listening);
  return listening;
}

/** How many are told before everything else in the program has its turn: each ends a call, with an error to be made. */
const toldAtOnce = 500;

async function tellInTurns(callbacks: ReadonlySet<Callback>): Promise<void> {
  let told = 0;
  for (const callback of callbacks) {
    callback();
    if (++told % toldAtOnce === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}
