import type { MockClock } from '@issue-tracking/mock';

export const start = Date.parse('2026-04-01T09:30:00.000Z');

/** Starts a sleep and records how and when it ends. */
export function track(clock: MockClock, ms: number, signal?: AbortSignal) {
  const sleeper: { ended?: 'woken' | 'aborted'; at?: number } = {};
  const end = (ended: 'woken' | 'aborted') => () => Object.assign(sleeper, { ended, at: clock.now() });
  void clock.sleep(ms, signal).then(end('woken'), end('aborted'));
  return sleeper;
}
