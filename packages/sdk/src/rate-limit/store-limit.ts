import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { hexDigest } from '../platform/hex-digest.ts';
import { orAbort } from '../platform/on-abort.ts';
import { CallNotPermitted, lockoutFailure } from './call-not-permitted.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { never, type Slot, type SlotRequest, type Wait } from './rate-limit.ts';
import type { Acquired, AcquireRejected, RateLimitStore, SharedLockout, SlotGranted } from './store.ts';
import { StoreSlot } from './store-slot.ts';

/** With `onStoreError: 'local'`: for how long a store that failed is not asked again. */
const leaveAloneMs = 5_000;
/** How long one request in the background may take before another is made. No call waits for it. */
const backgroundTripMs = 60_000;
/** Largest share by which a wait is made longer, so that processes don't all come back at once. */
const jitter = 0.1;

/** The parts of a {@link StoreLimit}. */
export interface StoreLimitOptions {
  readonly memory: MemoryLimit;
  readonly store: RateLimitStore;
  readonly origin: string;
  readonly clock: Clock;
  /** Called when there may be something to acquire, or nothing more to wait for. */
  readonly onChange: () => void;
}

/** A slot from the store that no request has taken yet. */
interface Grant {
  /** The request that it may be given to. */
  readonly identity: string;
  readonly key: string;
  readonly lockout: SharedLockout | undefined;
  readonly name: string;
  readonly rejectedAt: number | undefined;
}

/**
 * A limit that processes share through a store. One trip to the store is for one request. The memory counts too, so the
 * process is within its own limit whatever the store says, and goes on alone while the store is down.
 */
export class StoreLimit {
  readonly #options: StoreLimitOptions;
  readonly #process: string = crypto.randomUUID();
  readonly #trips = new Set<AbortController>();
  #grants: Grant[] = [];
  /** The wait that the store imposed, and the requests that it concerns. */
  #wait: (Wait & { readonly identity: string }) | undefined;
  /** Whether other processes compete for the slots: then one trip at a time. */
  #isContended = false;
  /** For the calls that wait now. */
  #failure: CallNotPermitted | undefined;
  readonly #digests = new Map<string, Promise<string>>();

  constructor(options: StoreLimitOptions) {
    this.#options = options;
  }

  get idle(): boolean {
    return this.#trips.size === 0 && this.#grants.length === 0;
  }

  /**
   * Answers at once: with a slot, with what to wait for, or with why there is no use in waiting. The answer of the store is
   * something to wait for, too.
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
      if (clock.now() >= health.retryAt) this.#askInBackground(request);
      return memory.acquire(request);
    }
    if (this.#wait?.identity === identity && clock.now() < this.#wait.until) return this.#wait;
    const wanted = this.#isContended ? 1 : Math.min(request.capacity, request.waiting());
    while (this.#trips.size < wanted) void this.#trip(request);
    return { reason: 'store', until: never };
  }

  /** Returns the grants that no call could use: other processes may have calls for them. */
  giveBack(): void {
    for (const grant of this.#grants.splice(0)) this.#storeSlot(grant).release(Number.NEGATIVE_INFINITY);
  }

  /** Aborts the trips and gives the grants back, when no call waits any more. */
  suspend(): void {
    this.#failure = undefined;
    this.#wait = undefined;
    for (const trip of this.#trips) trip.abort(new DOMException('No call waits any more', 'AbortError'));
    this.#trips.clear();
    this.giveBack();
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
      await this.#ask(request, trip.signal);
    } catch (cause) {
      if (trip.signal.aborted) return;
      if (memory.settings.onStoreError === 'fail') {
        this.#failure = new CallNotPermitted('RateLimitStoreError', 'the rate-limit store could not be asked', {
          cause,
        });
      } else {
        memory.storeHealth.isDown = true;
        memory.storeHealth.retryAt = clock.now() + leaveAloneMs;
      }
    } finally {
      this.#trips.delete(trip);
      if (!trip.signal.aborted) onChange();
    }
  }

  /** Makes one trip to the store, and keeps its answer for the next {@link acquire}. */
  async #ask(request: SlotRequest, signal: AbortSignal): Promise<void> {
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
    // A store of the application's own may throw where it should reject.
    const asked = (async () => store.acquire(key, options))();
    const grantOf = ({ slot, rejectedMsAgo }: SlotGranted): Grant => {
      const rejectedAt = rejectedMsAgo === undefined ? undefined : clock.now() - rejectedMsAgo;
      return { identity, key, lockout, name: slot, rejectedAt };
    };
    let answer: Acquired;
    try {
      answer = await orAbort(asked, signal);
    } catch (error) {
      const giveBack = (late: SlotGranted) => this.#storeSlot(grantOf(late)).release(Number.NEGATIVE_INFINITY);
      if (signal.aborted) asked.then((late) => late.ok && giveBack(late), ignore);
      throw error;
    }
    memory.storeHealth.isDown = false;
    if (!answer.ok) return this.#refused(answer, request);
    this.#grants.push(grantOf(answer));
    this.#isContended = answer.nextInMs !== undefined;
    if (answer.nextInMs) this.#waitFor('rate-limit', answer.nextInMs, identity);
  }

  #refused({ retryInMs: told, reason, failuresLeft = 0 }: AcquireRejected, request: SlotRequest): void {
    const { memory, clock } = this.#options;
    this.#isContended = true;
    // A store that answers without I/O, asked again at once, would never let the event loop go on.
    const retryInMs = Math.max(1, told || 0);
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
    // A full window frees its slots at known times; places in flight come free at any time.
    const spread = reason === 'credential' ? ms * jitter * Math.random() : 0;
    this.#wait = {
      reason,
      until: clock.now() + Math.min(ms + spread, Math.max(ms, memory.settings.windowMs)),
      identity,
    };
  }

  #askInBackground(request: SlotRequest): void {
    const { clock, memory } = this.#options;
    const health = memory.storeHealth;
    health.retryAt = clock.now() + backgroundTripMs;
    this.#ask(request, new AbortController().signal).then(
      () => this.giveBack(),
      () => {
        health.retryAt = clock.now() + leaveAloneMs;
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
   * Returns the SHA-256, so that readers of the store learn no credential. The last ones are kept, because hashing takes
   * longer than everything else here.
   */
  #digest(text: string): Promise<string> {
    const digest = this.#digests.get(text) ?? hexDigest('SHA-256', text);
    if (this.#digests.size >= 4) this.#digests.clear();
    this.#digests.set(text, digest);
    return digest;
  }
}

/** Returns what an answer of the store is valid for. */
function identityOf({ token, lockout }: SlotRequest): string {
  return `${lockout?.scope} ${token}`;
}

const ignore = () => {};
