/**
 * Replaces this process's timers and dates by ones that jump to the next timer once nothing else is going on, so that
 * hours of waiting pass in seconds and every client, whatever clock it reads, lives in the same world.
 */

interface Timer {
  at: number;
  order: number;
  run: () => void;
  every?: number;
}

const real = { Date, setTimeout, setImmediate };
const epoch = Date.UTC(2026, 3, 1);
const timers = new Map<number, Timer>();
/** Grows with every timer set or cleared: still means idle. */
let activity = 0;
let elapsed = 0;
let nextId = 1;

export function virtualNow(): number {
  return elapsed;
}

export function virtualSleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function set(run: () => void, ms = 0, every?: number): number {
  const id = nextId;
  nextId += 1;
  activity += 1;
  // Node's timers wait at least 1 ms, and for what is no number, or too large a one, just that.
  const delay = ms >= 1 && ms < 2 ** 31 ? ms : 1;
  timers.set(id, { at: elapsed + delay, order: id, run, ...(every === undefined ? {} : { every }) });
  return id;
}

/** The result of `setTimeout` in Node: usable as a number, with `unref`. */
function handle(id: number) {
  return { ref: () => handle(id), unref: () => handle(id), hasRef: () => true, [Symbol.toPrimitive]: () => id };
}

function clear(timer: unknown): void {
  if (timer === undefined || timer === null) return;
  activity += 1;
  timers.delete(Number(timer));
}

export function installVirtualTime(): void {
  const fake = {
    setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      handle(set(() => run(...args), ms)),
    setInterval: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      handle(set(() => run(...args), ms, ms)),
    clearTimeout: clear,
    clearInterval: clear,
    Date: class extends real.Date {
      constructor(...args: unknown[]) {
        // The one argument list that a subclass of Date cannot name: any of its overloads'.
        super(...((args.length === 0 ? [epoch + elapsed] : args) as [number]));
      }
      static override now(): number {
        return epoch + elapsed;
      }
    },
  };
  Object.assign(globalThis, fake);
  performance.now = () => elapsed;
}

/** Lets virtual time pass until the work is done. */
export async function passTimeUntil(work: Promise<unknown>): Promise<void> {
  let done = false;
  const settle = (): void => {
    done = true;
  };
  work.then(settle, settle);
  while (!done) {
    await quiet();
    const next = earliest();
    // A thread (hashing, inflating) may be at work: before a long jump it gets real time.
    if (!next || next.timer.at - elapsed > 5_000) {
      const before = activity;
      await new Promise((resolve) => real.setTimeout(resolve, 2));
      if (activity !== before || !next) continue;
    }
    if (!timers.has(next.id)) continue;
    elapsed = Math.max(elapsed, next.timer.at);
    if (next.timer.every === undefined) timers.delete(next.id);
    else next.timer.at = elapsed + next.timer.every;
    next.timer.run();
  }
}

function earliest(): { id: number; timer: Timer } | undefined {
  let found: { id: number; timer: Timer } | undefined;
  for (const [id, timer] of timers) if (!found || timer.at < found.timer.at) found = { id, timer };
  return found;
}

/** Resolves once three turns of the event loop have touched no timer. */
async function quiet(): Promise<void> {
  for (let turns = 0, seen = activity; turns < 3; turns = activity === seen ? turns + 1 : 0, seen = activity) {
    await new Promise((resolve) => real.setImmediate(resolve));
  }
}
