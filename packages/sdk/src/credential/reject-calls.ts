import { inBatches } from '../platform/in-batches.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import type { MemoryLimits } from '../rate-limit/memory-limit.ts';
import { never } from '../rate-limit/rate-limit.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { PriorityQueue, QueuedCall, QueueEntry } from './queue-entry.ts';

/** Returns why a call must fail at once instead of waiting: the pause is too long for it, or its circuit is open. */
export function blockingFailure({ call, policy }: QueueEntry, limits: MemoryLimits): CallNotPermitted | undefined {
  const now = limits.clock.now();
  return pauseTooLong(call, pauseFailure(limits, now), now) ?? policy.circuit?.openFailure();
}

/**
 * Rejects blocked calls and times out expired calls. Returns when the next call expires. `waitSince`: start of the
 * current wait for the credential.
 */
export function rejectBlocked(
  entries: PriorityQueue,
  limits: MemoryLimits,
  circuits: ReadonlyMap<unknown, CircuitBreaker>,
  waitSince: number,
): number {
  const now = limits.clock.now();
  let next = never;
  // One error for all calls, because tens of thousands may wait.
  const pause = pauseFailure(limits, now);
  const open = new Map<unknown, CallNotPermitted | undefined>();
  let isQuiet = !pause;
  for (const circuit of circuits.values()) {
    const failure = circuit.openFailure();
    open.set(circuit, failure);
    if (failure || circuit.isUnresponsive) isQuiet = false;
  }
  if (isQuiet) return next;
  rejectCalls(entries, (entry) => {
    const failure = pauseTooLong(entry.call, pause, now) ?? open.get(entry.policy.circuit);
    if (failure) return failure;
    const at = expiresAt(entry, waitSince);
    if (at <= now) return 'timeout';
    next = Math.min(next, at);
    return undefined;
  });
  return next;
}

/** Rejects a call, and all calls that the store would reject alike. */
export function rejectAlike(
  entries: PriorityQueue,
  { policy: { limit, circuit } }: QueueEntry,
  failure: CallNotPermitted,
): void {
  rejectCalls(entries, ({ policy }) => (policy.limit === limit && policy.circuit === circuit ? failure : undefined));
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

function pauseFailure({ pause }: MemoryLimits, now: number): CallNotPermitted | undefined {
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

/**
 * Returns when a call times out in the queue. While the service is unresponsive, a call waits for the credential no
 * longer than its request's timeout.
 */
function expiresAt({ policy, since, call }: QueueEntry, waitSince: number): number {
  return policy.circuit?.isUnresponsive ? Math.max(since, waitSince) + call.settings.timeout : never;
}
