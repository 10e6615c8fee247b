import { type Clock, systemClock } from '../platform/clock.ts';

const ignore = () => {};

/** Calls back in `ms` milliseconds of the clock, unless the function it returns is called before. */
export function after(clock: Clock, ms: number, callback: () => void): () => void {
  if (clock === systemClock) {
    // Every attempt has one that is cancelled, and a plain timer costs a third of a sleep with its signal.
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  }
  const sleep = new AbortController();
  clock.sleep(ms, sleep.signal).then(callback, ignore);
  return () => sleep.abort(ignore);
}
