/**
 * Replaces this process's timers and dates by ones that jump to the next timer when the event loop is idle. Hours of waiting
 * pass in seconds, for every clock that a client may read.
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
/** Number of timers set and cleared. While it stays the same, the event loop is idle. */
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
  // As in Node, a delay that is too small, too large or no number is 1 ms.
  const delay = ms >= 1 && ms < 2 ** 31 ? ms : 1;
  timers.set(id, { at: elapsed + delay, order: id, run, ...(every === undefined ? {} : { every }) });
  return id;
}

/** Returns a timer like Node's: usable as a number, with `unref`. */
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
        // Date's overloads have no common argument list to name here.
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
    // A thread (hashing, inflating) may be busy: wait in real time before a long jump.
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
