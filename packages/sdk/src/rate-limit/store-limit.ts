import { limits } from '@issue-tracking/model';
import { orAbort } from '../platform/abort.ts';
import { type Clock, passed } from '../platform/clock.ts';
import { hexDigest } from '../platform/hex-digest.ts';
import { CallNotPermitted, lockoutFailure } from './call-not-permitted.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { never, type Slot, type SlotRequest, type Wait } from './rate-limit.ts';
import type { Acquired, AcquireRejected, RateLimitStore, SlotGranted } from './rate-limit-store.ts';
import { StoreSlot } from './store-slot.ts';

/** With `onStoreError: 'local'`: time before a store that failed is called again. */
const retryStoreMs = 5_000;
/**
 * Time after which the store is called again in the background, even if the last background request hasn't ended. No
 * call waits for such a request.
 */
const backgroundMs = 60_000;
/** Maximum share of jitter that is added to a wait, so that processes don't all return at once. */
const jitter = 0.1;

/** The outage of a store, as known in this process. */
interface Outage {
  readonly since: number;
  /** When to call the store again. Until then no call waits for it. */
  retryAt: number;
}

/** All limits with one store share its outage. */
const outages = new WeakMap<RateLimitStore, Outage>();

/** The parts of a {@link StoreLimit}. */
export interface StoreLimitOptions {
  readonly memory: MemoryLimit;
  readonly origin: string;
  readonly clock: Clock;
  /** Called when the store has responded or failed, so that waiting calls may try again. */
  readonly onChange: () => void;
}

/** A slot that the store granted and no request has taken yet. */
interface GrantedSlot {
  /** Key of the requests that may use the slot, from {@link identityOf}. */
  readonly identity: string;
  readonly inStore: StoreSlot;
  readonly rejectedAt: number | undefined;
  /** Whether less than a timeout of the lease is left, which the request needs. */
  readonly isOld: () => boolean;
}

/**
 * A limit that processes share through a store. Each call of the store gets a slot for one request. The limit in memory
 * counts the requests too. So the process stays within the limit even if the store is wrong, and goes on alone while the
 * store is down.
 */
export class StoreLimit {
  readonly #options: StoreLimitOptions;
  readonly #store: RateLimitStore;
  readonly #process: string = crypto.randomUUID();
  /** One controller for each call of the store. */
  readonly #calls = new Set<AbortController>();
  #granted: GrantedSlot[] = [];
  /** The wait that the store imposed, with the key of the requests that must wait. */
  #wait: (Wait & { readonly identity: string }) | undefined;
  /** Whether other processes compete for the slots. If so, this process calls the store for one slot at a time. */
  #isContended = false;
  /** Failure that the next {@link acquire} returns, for all calls that wait now. */
  #failure: CallNotPermitted | undefined;
  /** The last digest, because hashing takes longer than all other steps here. */
  #digest: { readonly token: string; readonly key: Promise<string> } | undefined;

  constructor(options: StoreLimitOptions) {
    this.#options = options;
    // A limit without a store has no `StoreLimit`.
    this.#store = options.memory.settings.store as RateLimitStore;
  }

  get idle(): boolean {
    return this.#calls.size === 0 && this.#granted.length === 0;
  }

  /**
   * Returns at once, without waiting for the store: a slot, the reason to wait, or the reason to fail. If the store
   * must be called first, this method does so and returns a wait for the store.
   */
  acquire(request: SlotRequest): Slot | Wait | CallNotPermitted {
    const { memory, clock } = this.#options;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) return failure;
    const identity = identityOf(request);
    const granted = this.#takeGranted(identity);
    if (granted) return this.#slot(request, granted);
    const outage = outages.get(this.#store);
    if (outage && memory.settings.onStoreError === 'local') {
      if (clock.now() >= outage.retryAt) this.#acquireInBackground(request, outage);
      return { ...memory.acquire(request), outageSince: outage.since };
    }
    if (this.#wait?.identity === identity && clock.now() < this.#wait.until) return this.#wait;
    const wanted = this.#isContended ? 1 : Math.min(request.capacity, request.waiting());
    while (this.#calls.size < wanted) void this.#callStore(request);
    return { reason: 'store', until: never };
  }

  /** Gives slots that no call could use back to the store, because other processes may have calls for them. */
  releaseGrants(): void {
    for (const { inStore } of this.#granted.splice(0)) inStore.release(Number.NEGATIVE_INFINITY);
  }

  /** Aborts the calls of the store and releases the slots, when no call waits any more. */
  suspend(): void {
    this.#failure = undefined;
    this.#wait = undefined;
    for (const call of this.#calls) call.abort(new DOMException('No call waits any more', 'AbortError'));
    this.#calls.clear();
    this.releaseGrants();
  }

  /** Takes a granted slot. A pause of the process may have made it too old: then other processes may soon have it. */
  #takeGranted(identity: string): GrantedSlot | undefined {
    for (;;) {
      const index = this.#granted.findIndex((one) => one.identity === identity);
      const [granted] = index === -1 ? [] : this.#granted.splice(index, 1);
      if (!granted?.isOld()) return granted;
      granted.inStore.release(Number.NEGATIVE_INFINITY);
    }
  }

  #slot(request: SlotRequest, { inStore, rejectedAt }: GrantedSlot): Slot {
    const inMemory = this.#options.memory.acquire(request);
    return {
      rejectedAt,
      release(afterMs) {
        inMemory.release(afterMs);
        inStore.release(afterMs);
      },
      leave: (isRejected) => inStore.leave(isRejected),
      pause: (ms) => inStore.pause(ms),
    };
  }

  async #callStore(request: SlotRequest): Promise<void> {
    const { memory, clock, onChange } = this.#options;
    const call = new AbortController();
    this.#calls.add(call);
    try {
      await this.#acquireFromStore(request, call.signal);
    } catch (cause) {
      if (call.signal.aborted) return;
      if (memory.settings.onStoreError === 'fail') {
        this.#failure = new CallNotPermitted('RateLimitStoreError', 'the rate-limit store failed', { cause });
      } else {
        const { since } = outages.get(this.#store) ?? { since: clock.now() };
        outages.set(this.#store, { since, retryAt: clock.now() + retryStoreMs });
      }
    } finally {
      this.#calls.delete(call);
      if (!call.signal.aborted) onChange();
    }
  }

  /** Calls the store once, and keeps its result for the next {@link acquire}. */
  async #acquireFromStore(request: SlotRequest, signal: AbortSignal): Promise<void> {
    const { memory, clock } = this.#options;
    const { limit, windowMs } = memory.settings;
    const { token, places, leaseMs } = request;
    const identity = identityOf(request);
    const isOld = passed(leaseMs / 2, clock);
    const key = await this.#keyOf(token);
    const lockoutMs = places === undefined ? undefined : limits.authenticationWindowMs;
    const options = {
      limit,
      windowMs,
      leaseMs,
      ...(places !== undefined && { lockout: { limit: places, windowMs: limits.authenticationWindowMs } }),
      process: this.#process,
      waiting: Math.max(1, request.waiting()),
      signal,
    };
    signal.throwIfAborted();
    // An application's own store may throw instead of rejecting.
    const acquiring = (async () => this.#store.acquire(key, options))();
    const grantedOf = ({ slot: name, rejectedMsAgo }: SlotGranted): GrantedSlot => {
      const rejectedAt = rejectedMsAgo === undefined ? undefined : clock.now() - rejectedMsAgo;
      const inStore = new StoreSlot({ store: this.#store, clock, windowMs, key, name, lockoutMs });
      return { identity, inStore, rejectedAt, isOld };
    };
    let result: Acquired;
    try {
      result = await orAbort(acquiring, signal);
    } catch (error) {
      const release = (late: SlotGranted) => grantedOf(late).inStore.release(Number.NEGATIVE_INFINITY);
      if (signal.aborted) acquiring.then((late) => late.ok && release(late), ignore);
      throw error;
    }
    outages.delete(this.#store);
    if (!result.ok) return this.#rejected(result, request);
    this.#granted.push(grantedOf(result));
    this.#isContended = result.nextInMs !== undefined;
    if (result.nextInMs) this.#waitFor('rate-limit', result.nextInMs, identity);
  }

  #rejected({ retryInMs: received, reason, failuresLeft = 0 }: AcquireRejected, request: SlotRequest): void {
    const { memory, clock } = this.#options;
    const now = clock.now();
    this.#isContended = true;
    // A store without I/O that is called again at once would never yield to the event loop.
    const retryInMs = Math.max(1, received || 0);
    if (reason === 'lockout' && request.places !== undefined) {
      this.#failure = lockoutFailure(request.places - failuresLeft, now + retryInMs, now);
      return;
    }
    const isPause = reason === 'pause' || (!reason && retryInMs > memory.settings.windowMs);
    if (isPause) request.pause.believe(now + retryInMs, now);
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

  #acquireInBackground(request: SlotRequest, outage: Outage): void {
    const { clock } = this.#options;
    outage.retryAt = clock.now() + backgroundMs;
    this.#acquireFromStore(request, new AbortController().signal).then(
      () => this.releaseGrants(),
      () => {
        outage.retryAt = clock.now() + retryStoreMs;
      },
    );
  }

  /** Returns the SHA-256 of origin and credential, so that readers of the store learn no credential. */
  #keyOf(token: string): Promise<string> {
    if (this.#digest?.token !== token) {
      this.#digest = { token, key: hexDigest('SHA-256', `${this.#options.origin} ${token}`) };
    }
    return this.#digest.key;
  }
}

/** Returns the key of the requests for which a result of the store is valid. */
function identityOf({ token, places }: SlotRequest): string {
  return `${places} ${token}`;
}

const ignore = () => {};
