import type { Clock } from '../platform/clock.ts';
import { hexDigest } from '../platform/hex-digest.ts';
import { orAbort } from '../platform/on-abort.ts';
import { Refusal } from './refusal.ts';
import type { RateLimitStore } from './store.ts';

/** With `onStoreError: 'local'`: for how long a store that failed is not asked again. */
const leaveAloneMs = 5_000;

/** How long one question in the background may take before another is asked. No call waits for it. */
const askInBackgroundMs = 60_000;

/** The most slots taken in one trip: what one process keeps for itself, no other can use. */
const mostInOneTrip = 20;

/** How long a slot taken in advance is kept for a call. */
const keptMs = 1_000;

/** What to do when the store can't be asked. */
export type OnStoreError = 'fail' | 'local';

/** What a shared window is made from. */
export interface SharedWindowOptions {
  readonly store: RateLimitStore;
  readonly onStoreError: OnStoreError;
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
}

/** A slot of the store. */
export interface SharedSlot {
  /** A settlement that is lost needs no retry: the lease covers it. */
  settle(afterMs: number): void;
}

/** No slot when the store is down and this process keeps the limit by itself. */
export type SharedAnswer =
  | { readonly ok: true; readonly slot: SharedSlot | undefined }
  | { readonly ok: false; readonly retryInMs: number; readonly paused: boolean };

interface KeptSlot {
  readonly key: string;
  readonly name: string;
  readonly until: number;
}

/** The window in a store, as the limiter of one process sees it: what happens when the store fails is decided here. */
export class SharedWindow {
  readonly #options: SharedWindowOptions;
  #kept: KeptSlot[] = [];
  #downUntil = 0;
  /** Whether the store has failed. Until it answers again it is asked in the background, and no call waits for it. */
  #isDown = false;
  #token = '';
  #key = '';

  constructor(options: SharedWindowOptions) {
    this.#options = options;
  }

  /**
   * A slot, for one of the calls that wait; `waiting` says how many they are. Slots for the others come with it and are
   * kept for a moment, because a trip to the store may take longer than a request.
   *
   * @throws Refusal when the store can't be asked and `onStoreError` is `'fail'`.
   * @throws the signal's reason, when nobody waits any more.
   */
  async acquire(
    request: { readonly token: string; readonly leaseMs: number },
    waiting: () => number,
    signal: AbortSignal,
  ): Promise<SharedAnswer> {
    const { onStoreError, clock } = this.#options;
    const key = await this.#keyOf(request.token);
    const wanted = waiting();
    const kept = this.#takeKept(key, wanted);
    if (kept) return { ok: true, slot: kept };
    if (this.#isDown) {
      this.#askInBackground(key, request.leaseMs);
      return { ok: true, slot: undefined };
    }
    try {
      return await this.#ask(key, request.leaseMs, wanted, signal);
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      if (onStoreError === 'fail') {
        throw new Refusal('RateLimitStoreError', 'the rate-limit store could not be asked', { cause });
      }
      this.#isDown = true;
      this.#downUntil = clock.now() + leaveAloneMs;
      return { ok: true, slot: undefined };
    }
  }

  /** Should the store not hear of it, the pause still holds in this process, and the others will get the same 429. */
  penalize(ms: number): void {
    const { store, windowMs } = this.#options;
    if (this.#key) inBackground(() => store.penalize(this.#key, ms, { windowMs }));
  }

  async #ask(key: string, leaseMs: number, wanted: number, signal: AbortSignal): Promise<SharedAnswer> {
    const { store, limit, windowMs, clock } = this.#options;
    const count = Math.min(wanted, mostInOneTrip, limit);
    const several = count > 1 && { count, leaseMs: leaseMs + keptMs };
    // A store of the user's own may throw where it should reject.
    const asked = (async () => store.acquire(key, { limit, windowMs, leaseMs, signal, ...several }))();
    try {
      const acquired = await orAbort(asked, signal);
      if (acquired.ok) {
        const until = clock.now() + keptMs;
        for (const name of acquired.more ?? []) this.#kept.push({ key, name, until });
        return { ok: true, slot: this.#slot(key, acquired.slot) };
      }
      // A store that answers without I/O, asked again at once, would never let the event loop go on.
      const retryInMs = Math.max(1, acquired.retryInMs || 0);
      // A store of the user's own need not tell: only a pause can be longer than a window.
      return { ok: false, retryInMs, paused: acquired.paused ?? retryInMs > windowMs };
    } catch (error) {
      // What comes too late is given back.
      if (signal.aborted) {
        asked.then((late) => late.ok && this.#giveBack(key, [late.slot, ...(late.more ?? [])]), ignore);
      }
      throw error;
    }
  }

  /** While the store is down, calls go on without it; one question in the background finds out when it is back. */
  #askInBackground(key: string, leaseMs: number): void {
    const { clock } = this.#options;
    if (clock.now() < this.#downUntil) return;
    this.#downUntil = clock.now() + askInBackgroundMs;
    this.#ask(key, leaseMs, 1, new AbortController().signal).then(
      (answer) => {
        this.#isDown = false;
        if (answer.ok) answer.slot?.settle(-this.#options.windowMs);
      },
      () => {
        this.#downUntil = clock.now() + leaveAloneMs;
      },
    );
  }

  /** One of those taken in advance. Those that nobody waits for, or that were kept for too long, go back. */
  #takeKept(key: string, wanted: number): SharedSlot | undefined {
    const now = this.#options.clock.now();
    const usable = this.#kept.filter((kept) => kept.key === key && now < kept.until).slice(0, wanted);
    const unusable = this.#kept.filter((kept) => !usable.includes(kept));
    for (const { key: itsKey, name } of unusable) this.#giveBack(itsKey, [name]);
    const taken = usable.shift();
    this.#kept = usable;
    return taken && this.#slot(key, taken.name);
  }

  /** Nobody waits any more: others may have the slots. */
  giveBackKept(): void {
    for (const { key, name } of this.#kept.splice(0)) this.#giveBack(key, [name]);
  }

  #giveBack(key: string, slots: readonly string[]): void {
    for (const slot of slots) this.#slot(key, slot).settle(-this.#options.windowMs);
  }

  #slot(key: string, slot: string): SharedSlot {
    const { store, windowMs } = this.#options;
    return { settle: (afterMs) => inBackground(() => store.settle(key, slot, { windowMs, afterMs })) };
  }

  /**
   * The SHA-256, so that whoever reads the store learns no credential. Kept while the token is the same, because
   * hashing takes longer than everything else here.
   */
  async #keyOf(token: string): Promise<string> {
    if (token === this.#token && this.#key) return this.#key;
    const key = await hexDigest('SHA-256', token);
    this.#token = token;
    this.#key = key;
    return key;
  }
}

const ignore = () => {};

/** Does something whose failure changes nothing. */
function inBackground(work: () => Promise<unknown>): void {
  Promise.resolve().then(work).catch(ignore);
}
