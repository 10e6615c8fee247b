import { useEffect, useState } from 'preact/hooks';
import type {
  BehaviorOption,
  Clock,
  Credential,
  Endpoint,
  MadeChange,
  RateState,
  Settings,
} from '../transport/responses.ts';
import { useLive } from './live.ts';
import { usePanel } from './panel.ts';

export const useSettings = () => useLive<Settings>(['settings.get']);
export const useLimits = () => useLive<RateState>(['limits']);
export const useChanges = () => useLive<readonly MadeChange[]>(['changes.all']);
export const useEndpoints = () => useLive<readonly Endpoint[]>(['endpoints']) ?? none;
export const useBehaviorOptions = () => useLive<readonly BehaviorOption[]>(['behaviorOptions']) ?? none;

// The same list each time, so that nothing is computed again.
const none: readonly never[] = [];

/** The name in `acme-demo (svc_…)`. */
export const nameOf = (credential: string | undefined) => credential?.replace(/ \([^)]*\)$/, '');

/** Returns the credential whose rate is shown: the chosen one, the most used one, or that of the last request. */
export function useShownCredential(): Credential | undefined {
  const panel = usePanel();
  const all = useLimits()?.credentials ?? none;
  const chosen = all.find(({ name }) => name === panel.credential.value);
  const [most] = all.toSorted((one, other) => (other.window?.used ?? 0) - (one.window?.used ?? 0));
  if (chosen || most?.window?.used) return chosen ?? most;
  const last = panel.requests.entries.value.find(({ credential }) => credential !== undefined);
  return all.find(({ name }) => name === nameOf(last?.credential)) ?? all[0];
}

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
  const clock = useLive<Clock>(['clock.now']);
  const [shown, setShown] = useState<ClockNow>();
  useEffect(() => {
    if (clock === undefined || isLost) return;
    const mockNow = Date.parse(clock.now);
    // The mock's computer may have another time.
    const offset = mockNow - clock.aheadMs - Date.now();
    const read = () => {
      const real = Date.now() + offset;
      const now = clock.kind === 'system' ? real + clock.aheadMs : mockNow;
      setShown({ kind: clock.kind, now, aheadMs: now - real });
    };
    read();
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [clock, isLost]);
  return shown;
}
