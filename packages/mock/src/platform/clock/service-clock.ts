import { hiddenParts } from '../hidden-parts.ts';
import type { MockClock } from './clock.ts';

/** A clock with the members that only the service needs. */
export interface ServiceClock extends MockClock {
  /** The source of its time. */
  readonly kind: 'system' | 'virtual';
  /** Calls back whenever the clock is moved. Returns a function that unsubscribes. */
  watch(listener: () => void): () => void;
  /** Stops an `auto` clock until the returned function is called, while the service handles a request. */
  pause(): () => void;
  /** Moves the clock to a time without ending waits: they keep their remaining time. */
  jump(to: number): void;
  /** Restores the time that the clock would have if it had never been moved. Waits keep their remaining time. */
  reset(): void;
}

const serviceClocks = hiddenParts<MockClock, ServiceClock>('clocks');

/** Returns a clock without the members that only the service needs. */
export function clockOf(clock: ServiceClock): MockClock {
  const { now, sleep, advance, set, hold, note } = clock;
  const held = { now, sleep, advance, set, hold, ...(note !== undefined && { note }) };
  serviceClocks.set(held, clock);
  return held;
}

export function isClock(value: unknown): value is MockClock {
  // The map has no other values, whatever their type.
  return serviceClocks.has(value as MockClock);
}

/** Returns a clock with the members that the service needs. @throws TypeError for a clock of another source */
export function serviceClockOf(clock: MockClock): ServiceClock {
  const found = serviceClocks.get(clock);
  if (!found) throw new TypeError('Not a clock: pass the result of systemClock() or virtualClock()');
  return found;
}
