/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { spanText } from '../parts/times.ts';
import { usePanel } from '../state/panel.ts';
import { useLive } from '../state/use-live.ts';
import type { Clock } from '../transport/responses.ts';

/** The mock's time. */
export interface ClockNow {
  readonly kind: Clock['kind'];
  readonly now: number;
  /** Milliseconds ahead of the computer's time; negative if behind. */
  readonly aheadMs: number;
}

/** Returns the mock's current time: a system clock runs with the connection, a virtual one stands until it is advanced. */
export function useClock(): ClockNow | undefined {
  const isLost = usePanel().isLost.value;
  const { data: clock } = useLive<Clock>(['clock.now'], 'clock', 'settings');
  const [shown, setShown] = useState<ClockNow>();
  useEffect(() => {
    if (clock === undefined || isLost) return;
    const { kind, aheadMs } = clock;
    const mockNow = Date.parse(clock.now);
    // The mock's computer may have another time.
    const offset = mockNow - aheadMs - Date.now();
    const read = () => {
      const real = Date.now() + offset;
      const now = kind === 'system' ? real + aheadMs : mockNow;
      setShown({ kind, now, aheadMs: now - real });
    };
    read();
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [clock, isLost]);
  return shown;
}

/** Returns the distance from the computer's time, to be followed by its name: `2 h ahead of`, `3 s behind`. Empty below a second. */
export function distanceText(aheadMs: number): string {
  if (Math.abs(aheadMs) < 1000) return '';
  return `${spanText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
