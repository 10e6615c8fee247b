import { limits } from '@issue-tracking/model';
import { orAbort } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import { hexDigest } from '../platform/hex-digest.ts';
import { CallNotPermitted, lockoutFailure } from './call-not-permitted.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { never, type Slot, type SlotRequest, type Wait } from './rate-limit.ts';
import type { Acquired, AcquireRejected, RateLimitStore, SharedLockout, SlotGranted } from './store.ts';
import { StoreSlot } from './store-slot.ts';

/** With `onStoreError: 'local'`: time before a store that failed is called again. */
const retryStoreMs = 5_000;
/**
 * Time after which the store is called again in the background, even if the last background request hasn't ended. No
 * call waits for such a request.
 */
const backgroundTripMs = 60_000;
/** Maximum share of jitter that is added to a wait, so that processes don't all return at once. */
const jitter = 0.1;

/** The parts of a {@link StoreLimit}. */
export interface StoreLimitOptions {
  readonly memory: MemoryLimit;
  readonly store: RateLimitStore;
  readonly origin: string;
  readonly clock: Clock;
  /** Called when the store has responded or failed, so that waiting calls may try again. */
  readonly onChange: () => void;
}

/** A slot from the store that no request has taken yet. */
interface Grant {
  /** Key of the requests that may use the slot, from {@link identityOf}. */
  readonly identity: string;
  readonly key: string;
  readonly lockout: SharedLockout | undefined;
  readonly name: string;
  readonly rejectedAt: number | undefined;
}

/**
 * A limit that processes share through a store. One *trip*, which is one call of the store, gets a slot for one
 * request. The limit in memory counts the requests too. So the process stays within the limit even if the store is
 * wrong, and goes on alone while the store is down.
 */
export class StoreLimit {
  readonly #options: StoreLimitOptions;
  readonly #process: string = crypto.randomUUID();
  readonly #trips = new Set<AbortController>();
  #grants: Grant[] = [];
  /** The wait that the store imposed, with the key of the requests that must wait. */
  #wait: (Wait & { readonly identity: string }) | undefined;
  /** Whether other processes compete for the slots. If so, this process makes one trip at a time. */
  #isContended = false;
  /** Failure that the next {@link acquire} returns, for all calls that wait now. */
  #failure: CallNotPermitted | undefined;
  readonly #digests = new Map<string, Promise<string>>();

  constructor(options: StoreLimitOptions) {
    this.#options = options;
  }

  get idle(): boolean {
    return this.#trips.size === 0 && this.#grants.length === 0;
  }

  /**
   * Returns at once, without waiting for the store: a slot, the reason to wait, or the reason to fail. If the store
   * must be called first, this method starts a trip and returns a wait for the store.
   */
  acquire(request: SlotRequest): Slot | Wait | CallNotPermitted {
    const { memory, clock } = this.#options;
    const health = memory.storeHealth;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) return failure;
    const identity = identityOf(request);
    const index = this.#grants.findIndex((one) => one.identity === identity);
    const [grant] = index === -1 ? [] : this.#grants.splice(index, 1);
    if (grant) return this.#slot(request, grant);
    if (health.isDown) {
      if (clock.now() >= health.retryAt) this.#acquireInBackground(request);
      return memory.acquire(request);
    }
    if (this.#wait?.identity === identity && clock.now() < this.#wait.until) return this.#wait;
    const wanted = this.#isContended ? 1 : Math.min(request.capacity, request.waiting());
    while (this.#trips.size < wanted) void this.#trip(request);
    return { reason: 'store', until: never };
  }

  /** Gives grants that no call could use back to the store, because other processes may have calls for them. */
  releaseGrants(): void {
    for (const grant of this.#grants.splice(0)) this.#storeSlot(grant).release(Number.NEGATIVE_INFINITY);
  }

  /** Aborts the trips and releases the grants, when no call waits any more. */
  suspend(): void {
    this.#failure = undefined;
    this.#wait = undefined;
    for (const trip of this.#trips) trip.abort(new DOMException('No call waits any more', 'AbortError'));
    this.#trips.clear();
    this.releaseGrants();
  }

  #slot(request: SlotRequest, grant: Grant): Slot {
    const inMemory = this.#options.memory.acquire(request);
    const inStore = this.#storeSlot(grant);
    return {
      rejectedAt: grant.rejectedAt,
      release(afterMs) {
        inMemory.release(afterMs);
        inStore.release(afterMs);
      },
      leave: (isRejected) => inStore.leave(isRejected),
      pause: (ms) => inStore.pause(ms),
    };
  }

  #storeSlot({ key, name, lockout }: Grant): StoreSlot {
    const { store, clock, memory } = this.#options;
    return new StoreSlot({ store, clock, windowMs: memory.settings.windowMs, key, name, lockout });
  }

  async #trip(request: SlotRequest): Promise<void> {
    const { memory, clock, onChange } = this.#options;
    const trip = new AbortController();
    this.#trips.add(trip);
    try {
      await this.#acquireFromStore(request, trip.signal);
    } catch (cause) {
      if (trip.signal.aborted) return;
      if (memory.settings.onStoreError === 'fail') {
        this.#failure = new CallNotPermitted('RateLimitStoreError', 'the rate-limit store failed', {
          cause,
        });
      } else {
        memory.storeHealth.isDown = true;
        memory.storeHealth.retryAt = clock.now() + retryStoreMs;
      }
    } finally {
      this.#trips.delete(trip);
      if (!trip.signal.aborted) onChange();
    }
  }

  /** Calls the store once, and keeps its result for the next {@link acquire}. */
  async #acquireFromStore(request: SlotRequest, signal: AbortSignal): Promise<void> {
    const { store, memory, clock } = this.#options;
    const { limit, windowMs } = memory.settings;
    const identity = identityOf(request);
    const key = await this.#digest(request.token);
    const lockout = await this.#lockoutOf(request);
    const options = {
      limit,
      windowMs,
      leaseMs: request.leaseMs,
      ...(lockout && { lockout }),
      process: this.#process,
      waiting: Math.max(1, request.waiting()),
      signal,
    };
    signal.throwIfAborted();
    // An application's own store may throw instead of rejecting.
    const acquiring = (async () => store.acquire(key, options))();
    const grantOf = ({ slot, rejectedMsAgo }: SlotGranted): Grant => {
      const rejectedAt = rejectedMsAgo === undefined ? undefined : clock.now() - rejectedMsAgo;
      return { identity, key, lockout, name: slot, rejectedAt };
    };
    let result: Acquired;
    try {
      result = await orAbort(acquiring, signal);
    } catch (error) {
      const releaseGrants = (late: SlotGranted) => this.#storeSlot(grantOf(late)).release(Number.NEGATIVE_INFINITY);
      if (signal.aborted) acquiring.then((late) => late.ok && releaseGrants(late), ignore);
      throw error;
    }
    memory.storeHealth.isDown = false;
    if (!result.ok) return this.#rejected(result, request);
    this.#grants.push(grantOf(result));
    this.#isContended = result.nextInMs !== undefined;
    if (result.nextInMs) this.#waitFor('rate-limit', result.nextInMs, identity);
  }

  #rejected({ retryInMs: received, reason, failuresLeft = 0 }: AcquireRejected, request: SlotRequest): void {
    const { memory, clock } = this.#options;
    this.#isContended = true;
    // A store without I/O that is called again at once would never yield to the event loop.
    const retryInMs = Math.max(1, received || 0);
    if (reason === 'lockout' && request.lockout) {
      const failures = request.lockout.limit - failuresLeft;
      this.#failure = lockoutFailure(failures, clock.now() + retryInMs, clock.now());
      return;
    }
    if (reason === 'pause' || (!reason && retryInMs > memory.settings.windowMs)) memory.pausedElsewhere(retryInMs);
    this.#waitFor(reason === 'in-flight' ? 'credential' : 'rate-limit', retryInMs, identityOf(request));
  }

  #waitFor(reason: Wait['reason'], ms: number, identity: string): void {
    const { clock, memory } = this.#options;
    // Add jitter only to the wait for a place in flight, which may become free at any time. The slots of a full
    // window become free at known times.
    const spread = reason === 'credential' ? ms * jitter * Math.random() : 0;
    this.#wait = {
      reason,
      until: clock.now() + Math.min(ms + spread, Math.max(ms, memory.settings.windowMs)),
      identity,
    };
  }

  #acquireInBackground(request: SlotRequest): void {
    const { clock, memory } = this.#options;
    const health = memory.storeHealth;
    health.retryAt = clock.now() + backgroundTripMs;
    this.#acquireFromStore(request, new AbortController().signal).then(
      () => this.releaseGrants(),
      () => {
        health.retryAt = clock.now() + retryStoreMs;
      },
    );
  }

  async #lockoutOf({ token, lockout }: SlotRequest): Promise<(SharedLockout & { readonly limit: number }) | undefined> {
    if (!lockout) return undefined;
    const { scope, limit } = lockout;
    const { origin } = this.#options;
    const key = await this.#digest(scope === 'address' ? origin : `${origin} ${token}`);
    return { key, limit, windowMs: limits.authenticationWindowMs };
  }

  /**
   * Returns the SHA-256 of a text, so that readers of the store learn no credential. The last digests are kept,
   * because hashing takes longer than all other steps here.
   */
  #digest(text: string): Promise<string> {
    const digest = this.#digests.get(text) ?? hexDigest('SHA-256', text);
    if (this.#digests.size >= 4) this.#digests.clear();
    this.#digests.set(text, digest);
    return digest;
  }
}

/** Returns the key of the requests for which a result of the store is valid. */
function identityOf({ token, lockout }: SlotRequest): string {
  return `${lockout?.scope} ${token}`;
}

const ignore = () => {};
