import type { Clock } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import type { Pause } from '../rate-limit/pause.ts';
import { never } from '../rate-limit/rate-limit.ts';
import type { CredentialState, LockoutGuard } from './lockout-guard.ts';
import type { PriorityQueue, QueuedCall, QueueEntry } from './queue-entry.ts';

/** The credential in use, and its guard. */
export interface Blockable {
  readonly clock: Clock;
  readonly guard: LockoutGuard;
  /** `undefined` while a function is asked for a credential. */
  readonly state: CredentialState | undefined;
  /** Start of the current wait for the credential. */
  readonly waitSince: number;
}

/** Rejects blocked calls and times out expired calls. Returns when the next call expires. */
export function rejectBlocked(entries: PriorityQueue, { clock, guard, state, waitSince }: Blockable): number {
  const now = clock.now();
  let next = never;
  // One error for all calls, because tens of thousands may wait.
  const pause = state && pauseFailure(state.pause, now);
  const open = guard.failure(state);
  if (!pause && !open && !guard.isUnresponsive) return next;
  rejectCalls(entries, ({ policy, call, since }) => {
    const failure = pauseTooLong(call, pause, now) ?? (policy.isProtected ? open : undefined);
    if (failure) return failure;
    // While the service is unresponsive, a call waits for the credential no longer than its request's timeout.
    const isExpiring = policy.isProtected && guard.isUnresponsive;
    const expiresAt = isExpiring ? Math.max(since, waitSince) + call.settings.timeout : never;
    if (expiresAt <= now) return 'timeout';
    next = Math.min(next, expiresAt);
    return undefined;
  });
  return next;
}

/** Rejects a call, and all calls that the store would reject alike. */
export function rejectAlike(entries: PriorityQueue, { policy: { limit, isProtected } }: QueueEntry, failure: unknown) {
  rejectCalls(entries, ({ policy }) =>
    policy.limit === limit && policy.isProtected === isProtected ? failure : undefined,
  );
}

/**
 * Rejects the waiting calls for which `reasonOf` returns a reason. For `'timeout'`, a call resolves to that instead.
 */
export function rejectCalls(entries: PriorityQueue, reasonOf: (entry: QueueEntry) => unknown): void {
  const rejected: [QueueEntry, unknown][] = [];
  for (const entry of entries) {
    const reason = reasonOf(entry);
    if (reason === undefined) continue;
    entry.leave();
    rejected.push([entry, reason]);
  }
  void inBatches(rejected, ([entry, reason]) => {
    if (reason === 'timeout') entry.resolve?.(reason);
    else entry.reject?.(reason);
  });
}

function pauseFailure(pause: Pause, now: number): CallNotPermitted | undefined {
  const until = pause.until(now);
  if (until <= now) return undefined;
  return new CallNotPermitted('RateLimitError', 'The credential is paused after a 429', { retryAt: until });
}

/** Returns the failure for a pause if it lasts longer than the call may wait. */
function pauseTooLong(
  { deadlineAt, settings }: QueuedCall,
  pause: CallNotPermitted | undefined,
  now: number,
): CallNotPermitted | undefined {
  const until = pause?.retryAt ?? now;
  return until - now > settings.retry.maxRetryAfter || until > Math.max(now, deadlineAt) ? pause : undefined;
}
