import { limits as serviceLimits } from '@issue-tracking/model';
import type { Warning } from '../hooks.ts';
import { orAbort } from '../platform/abort.ts';
import { type Clock, passed } from '../platform/clock.ts';
import { hexDigest } from '../platform/hex-digest.ts';
import { failuresRisked } from './breaker.ts';
import { CallNotPermitted, lockoutFailure } from './call-not-permitted.ts';
import { reasonOf } from './provider.ts';
import type { ClientLimits, CredentialGate, QueuedCall, Wait } from './settings.ts';
import type { Acquired, RateLimitStore } from './store.ts';

/** With `onStoreError: 'local'`: time before a store that failed is asked again. */
const retryStoreMs = 5_000;
/** Limit of the crowd, at which processes spread over 62 times the distance between two slots. */
const mostCrowded = 6;
const lockoutMs = serviceLimits.authenticationWindowMs;

/** One request's slot and place in a store. A report that fails is no harm: the lease ends both. */
export interface StoreSlot {
  /** When the credential was last rejected in any process. */
  readonly rejectedAt?: number | undefined;
  /** Since when the store is down, if the slot was taken without it. */
  readonly outageSince?: number | undefined;
  release(afterMs: number): void;
  /** Nothing was sent, so slot and place are free at once. */
  withdraw(): void;
  leave(isRejected: boolean): void;
  pause(ms: number): void;
}

/** The outages of stores, as known in this process. */
const outages = new WeakMap<RateLimitStore, { readonly since: number; retryAt: number }>();

/**
 * The limit that the processes of one credential share through one store. The store is asked for one slot at a time, for the
 * first call that waits.
 */
export class SharedLimit {
  readonly #store: RateLimitStore;
  readonly #gate: CredentialGate;
  readonly #clock: Clock;
  /** The result of the store, for the next `take` with the same key. */
  #result:
    | { readonly key: string; readonly value: StoreSlot | Wait | CallNotPermitted; readonly isOld: () => boolean }
    | undefined;
  /** When the store has a slot at the earliest, by key. */
  readonly #freeAt = new Map<string, number>();
  #asking: AbortController | undefined;
  /** How crowded the store is: refusals make it higher, slots lower. */
  #crowd = 0;
  #digest: Promise<string> | undefined;

  constructor(store: RateLimitStore, gate: CredentialGate) {
    this.#store = store;
    this.#gate = gate;
    this.#clock = gate.clock;
  }

  get #outage() {
    return outages.get(this.#store);
  }

  /** Returns when the store has a slot for a client at the earliest, as far as it has said. */
  freeAt(limits: ClientLimits): number | undefined {
    return this.#freeAt.get(keyOf(limits));
  }

  /**
   * Returns at once, without waiting for the store: a slot, the reason to wait, or the end of a call that may be sent as far
   * as its own process knows.
   */
  take(call: QueuedCall, limits: ClientLimits): StoreSlot | Wait | 'again' | { readonly error: CallNotPermitted } {
    const found = this.#find(call, limits);
    if ('until' in found) return found;
    if (found instanceof CallNotPermitted) {
      if (found.name === 'AuthenticationError' && limits.source.replace(this.#gate)) return 'again';
      this.#gate.fail(found, (other) => other.store === this.#store && keyOf(other) === keyOf(limits));
      return { error: found };
    }
    const rejectedAt = found.rejectedAt ?? Number.NEGATIVE_INFINITY;
    if (limits.source.replace(this.#gate, rejectedAt)) {
      found.withdraw();
      return 'again';
    }
    this.#gate.breaker.rejectedElsewhere(rejectedAt);
    return found;
  }

  #find(call: QueuedCall, limits: ClientLimits): StoreSlot | Wait | CallNotPermitted {
    const key = keyOf(limits);
    const result = this.#result;
    if (result?.key === key) {
      if ('until' in result.value) {
        if (this.#clock.now() < result.value.until) return result.value;
      } else if (!result.isOld()) {
        this.#result = undefined;
        return result.value;
      }
    }
    this.#withdraw();
    if (this.#outage && limits.onStoreError === 'local') {
      if (this.#clock.now() >= this.#outage.retryAt && !this.#asking) this.#ask(key, call, limits);
      return { outageSince: this.#outage.since, release() {}, withdraw() {}, leave() {}, pause() {} };
    }
    if (!this.#asking) this.#ask(key, call, limits);
    return { reason: 'store', until: Number.POSITIVE_INFINITY };
  }

  /** No call waits any more. */
  drop(): void {
    this.#withdraw();
    // During an outage no call waits for the result.
    if (this.#outage) return;
    this.#asking?.abort(new DOMException('No call waits any more', 'AbortError'));
    this.#asking = undefined;
  }

  #withdraw(): void {
    if (this.#result && 'withdraw' in this.#result.value) this.#result.value.withdraw();
    this.#result = undefined;
  }

  async #ask(key: string, call: QueuedCall, limits: ClientLimits): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    const leaseMs = 2 * call.settings.timeout;
    const isOld = passed(leaseMs / 2, this.#clock);
    if (this.#outage) this.#outage.retryAt = this.#clock.now() + retryStoreMs;
    try {
      // Readers of the store learn no credential. Hashing takes longer than all else here.
      this.#digest ??= hexDigest('SHA-256', `${this.#gate.origin} ${this.#gate.token}`);
      const digest = await this.#digest;
      const { limit, windowMs, isProtected } = limits;
      const acquiring = (async () =>
        this.#store.acquire(digest, {
          limit,
          windowMs,
          leaseMs,
          ...(isProtected && { lockout: { limit: failuresRisked, windowMs: lockoutMs } }),
          signal: asking.signal,
        }))();
      const outcomeOf = (acquired: Acquired) => this.#outcomeOf(acquired, digest, limits);
      acquiring.then(
        (late) => asking.signal.aborted && late.ok && (outcomeOf(late) as StoreSlot).withdraw(),
        () => {},
      );
      const acquired = await orAbort(acquiring, asking.signal);
      outages.delete(this.#store);
      this.#result = { key, value: outcomeOf(acquired), isOld };
    } catch (cause) {
      if (asking.signal.aborted) return;
      if (limits.onStoreError === 'local') {
        const since = this.#outage?.since ?? this.#clock.now();
        outages.set(this.#store, { since, retryAt: this.#clock.now() + retryStoreMs });
      } else {
        const value = new CallNotPermitted('RateLimitStoreError', `the rate-limit store failed${reasonOf(cause)}`, {
          cause,
        });
        this.#result = { key, value, isOld: () => false };
      }
    } finally {
      if (this.#asking === asking) this.#asking = undefined;
      if (!asking.signal.aborted) this.#gate.dispatch();
    }
  }

  #outcomeOf(acquired: Acquired, digest: string, limits: ClientLimits): StoreSlot | Wait | CallNotPermitted {
    const { limit, windowMs, isProtected } = limits;
    const now = this.#clock.now();
    this.#crowd = acquired.ok ? Math.max(0, this.#crowd - 1) : Math.min(mostCrowded, this.#crowd + 1);
    if (acquired.ok) {
      const { slot, rejectedMsAgo } = acquired;
      const rejectedAt = rejectedMsAgo === undefined ? undefined : now - rejectedMsAgo;
      return { rejectedAt, ...this.#slotOf(digest, slot, windowMs, isProtected) };
    }
    // A store without I/O that is asked again at once would never yield to the event loop.
    const retryInMs = Math.max(1, acquired.retryInMs || 0);
    const retryAt = now + retryInMs;
    const { reason = retryInMs > windowMs ? 'pause' : 'window', failuresLeft = 0 } = acquired;
    if (reason === 'lockout' && isProtected) return lockoutFailure(failuresRisked - failuresLeft, retryAt, now);
    if (reason === 'pause') {
      this.#gate.pauseUntil(retryAt);
      return { reason: 'rate-limit', until: retryAt };
    }
    // All processes learn the same time. In a crowd they come back one after the other.
    const spreadMs = (reason === 'in-flight' ? retryInMs : windowMs / limit) * (2 ** this.#crowd - 2) * Math.random();
    if (reason === 'in-flight') return { reason: 'credential', until: retryAt + spreadMs };
    const until = Math.min(retryAt + spreadMs, now + windowMs);
    this.#freeAt.set(keyOf(limits), until);
    return { reason: 'rate-limit', until };
  }

  #slotOf(digest: string, slot: string, windowMs: number, isProtected: boolean): StoreSlot {
    const clock = this.#clock;
    let releasedAt: number | undefined;
    let ended: { readonly rejected: boolean } | undefined;
    let isReporting = false;
    // One report for all changes of a turn: each costs a round trip.
    const report = async () => {
      if (isReporting) return;
      isReporting = true;
      await undefined;
      isReporting = false;
      const afterMs = Math.max(-windowMs, (releasedAt ?? clock.now()) - clock.now());
      const lockout = isProtected && ended && { windowMs: lockoutMs, ...ended };
      await this.#store.release(digest, slot, { windowMs, afterMs, ...(lockout && { lockout }) });
    };
    return {
      release(afterMs) {
        releasedAt ??= clock.now() + afterMs;
        report().catch(() => {});
      },
      withdraw() {
        releasedAt ??= clock.now() - windowMs;
        ended ??= { rejected: false };
        report().catch(() => {});
      },
      leave(rejected) {
        if (ended || !isProtected) return;
        ended = { rejected };
        report().catch(() => {});
      },
      pause: (ms) => {
        (async () => this.#store.pause(digest, ms, { windowMs }))().catch(() => {});
      },
    };
  }
}

/** The store treats the calls of clients with an equal key alike. */
function keyOf({ limit, isProtected }: ClientLimits): string {
  return `${isProtected} ${limit}`;
}

/** A client, as the report of an outage sees it. */
interface Reporting {
  /** Start of the last outage that was reported. */
  reportedOutage?: number;
  readonly hooks: { emit(name: 'onWarning', event: () => Warning): void };
}

/** Warns once of an outage of a store, in which calls go on without it. */
export function warnOfOutage(client: Reporting, since: number): void {
  if (since === client.reportedOutage) return;
  client.reportedOutage = since;
  const message =
    `the rate-limit store has been unreachable since ${new Date(since).toISOString()}. Until it is back, each process ` +
    'counts its own requests and failed authentications, so 429s and a lockout are possible.';
  client.hooks.emit('onWarning', () => ({ code: 'store-unavailable', message }));
}
