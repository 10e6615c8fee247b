/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { spanText } from '../parts/times.ts';
import { useLive } from '../state/use-live.ts';
import type { Clock } from '../transport/answers.ts';

/** The mock's time. */
export interface ClockNow {
  readonly kind: Clock['kind'];
  readonly now: number;
  /** Of the computer's time; negative behind it. */
  readonly aheadMs: number;
}

/** The mock's time as it goes on: a system clock does by itself, a virtual one stands until it is moved. */
export function useClock(): ClockNow | undefined {
  const { data: clock } = useLive<Clock>('clock', 'clock', 'settings');
  const [shown, setShown] = useState<ClockNow>();
  useEffect(() => {
    if (clock === undefined) return;
    const { kind, aheadMs } = clock;
    const told = Date.parse(clock.now);
    // The mock may be on another computer, whose time is another.
    const apart = told - aheadMs - Date.now();
    const read = () => {
      const real = Date.now() + apart;
      const now = kind === 'system' ? real + aheadMs : told;
      setShown({ kind, now, aheadMs: now - real });
    };
    read();
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [clock]);
  return shown;
}

/** How far a clock is from the computer's time, as `2 h ahead of` real time; nothing for less than a second. */
export function distanceText(aheadMs: number): string {
  if (Math.abs(aheadMs) < 1000) return '';
  return `${spanText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
