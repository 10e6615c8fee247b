import type { MockClock } from './clock.ts';

/** A clock with the members that only the service needs. */
export interface ServiceClock extends MockClock {
  /** The source of its time. */
  readonly kind: 'system' | 'virtual';
  /** Calls back whenever the clock was moved, with the milliseconds. Returns a function that unsubscribes. */
  watch(listener: (by: number) => void): () => void;
  /** Whether it was moved, since its reset if there was one. */
  isMoved(): boolean;
  /** Stops an `auto` clock until the returned function is called, while the service handles a request. */
  pause(): () => void;
  /** Moves the clock to a time without ending waits: they keep their remaining time. */
  jump(to: number): void;
  /** Restores the time that the clock would have if it had never been moved. Waits keep their remaining time. */
  reset(): void;
}

/** Global, because a clock of the CommonJS build may be passed to a function of the ES module build. */
const key: unique symbol = Symbol.for('@issue-tracking/mock/clock');

/** Returns a clock without the members that only the service needs. */
export function clockOf(clock: ServiceClock): MockClock {
  const { now, sleep, advance, set, hold, note } = clock;
  const held = { now, sleep, advance, set, hold, ...(note !== undefined && { note }) };
  // Where consoles and assertions don't see it.
  return Object.defineProperty(held, key, { value: clock });
}

export function isClock(value: unknown): value is MockClock {
  return hidden(value) !== undefined;
}

/** Returns a clock with the members that the service needs. @throws TypeError for a clock of another source */
export function serviceClockOf(clock: MockClock): ServiceClock {
  const found = hidden(clock);
  if (!found) throw new TypeError('Not a clock: pass the result of systemClock() or virtualClock()');
  return found;
}

function hidden(value: unknown): ServiceClock | undefined {
  const { [key]: clock }: { [key]?: ServiceClock } = Object(value);
  return clock;
}
