import { serverSide } from '#server-side';
import { type Clock, setClockTimer } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import { Breaker } from './breaker.ts';
import { CallNotPermitted } from './call-not-permitted.ts';
import { Pause } from './pause.ts';
import { Permit } from './permit.ts';
import { Queue } from './queue.ts';
import type { ClientLimits, QueuedCall, RateLimitState, RateLimits, Wait } from './settings.ts';
import type { SharedLimit, Sharing, StoreSlot } from './shared-limit.ts';
import type { RateLimitStore } from './store.ts';
import { type Host, Waiting } from './waiting.ts';
import { RateWindow } from './window.ts';

const never = Number.POSITIVE_INFINITY;
/** How long a composite call may keep a slot for a request. */
const keptMs = 15 * 60_000;

/**
 * The end of a call's wait: the right to send one request; `again`, to ask its source for another credential; or `timeout`,
 * because no status has come for as long as its own request may take.
 */
export type Admission = Permit | 'again' | 'timeout';

/** An end of a wait without a permit. */
type End = 'again' | 'timeout' | { readonly error: unknown };

type Entry = Waiting<Admission>;

/**
 * Lets the calls with one credential through. A call waits for
 *
 * 1. the end of the pause after a 429 ({@link Pause}),
 * 2. a slot in the rate window ({@link RateWindow}),
 * 3. room among the requests in flight ({@link Breaker}: a request may turn out to be a rejection),
 * 4. with a store, a slot there ({@link SharedLimit}).
 *
 * It gets all of them at once, as a {@link Permit}; while it waits for one, it holds none of the others. `#tryToStart` checks
 * them in this order. `#endOf` lists all other ends of a wait: another credential is current, the credential is blocked, the
 * turn would come after the deadline, or the service has not responded for as long as the call's timeout. Besides, a call
 * ends with its signal or its client ({@link Waiting}).
 *
 * Every change calls {@link dispatch}, and so does one timer, at the earliest time that a wait names. Breaker, window and
 * pause only know facts; the time is their argument.
 */
export class Gate implements Host<Admission>, Sharing {
  readonly origin: string;
  readonly clock: Clock;
  /** Private, so that no inspected gate shows the credential. */
  readonly #token: string;
  readonly #keep: () => void;
  readonly breaker: Breaker = new Breaker();
  window: RateWindow = new RateWindow(0);
  pause: Pause = new Pause();
  readonly #queue = new Queue<Admission>();
  /** The highest limit of a client. Calls with lower ones leave the rest to it. */
  #highestLimit = 0;
  readonly #shared = new Map<RateLimitStore, SharedLimit>();
  #lastStatusAt = Number.NEGATIVE_INFINITY;
  /** Reason of the first call's wait. */
  #waitsFor: Wait | undefined;
  /** Start of the wait for the credential, whichever call is first. */
  #credentialWaitSince = never;
  /** Whether something has happened that may end calls other than the first. */
  #mayEnd = false;
  #isDispatchScheduled = false;
  #cancelTimer: () => void = () => {};

  /** `keep` is called when the gate learns something, so that it outlives its clients. */
  constructor(origin: string, token: string, clock: Clock, keep: () => void) {
    this.origin = origin;
    this.#token = token;
    this.clock = clock;
    this.#keep = keep;
    this.window.onFree = () => this.#scheduleDispatch();
  }

  get token(): string {
    return this.#token;
  }

  /** Calls that wait. */
  get queued(): number {
    return this.#queue.size;
  }

  /** Whether the gate knows nothing that a new one wouldn't. */
  get idle(): boolean {
    const now = this.clock.now();
    return this.queued === 0 && this.window.used(now) === 0 && this.breaker.isIdle(now) && this.pause.isOver(now);
  }

  /**
   * Goes on with the window of the credential that this one replaces, in case the service counts both together. A pause that
   * is longer than a window is that of a lockout: it stays with the previous credential.
   */
  takeOver(previous: Gate): void {
    const now = this.clock.now();
    if (this.window.used(now) > 0) return;
    this.#keep();
    previous.window.widen(this.window.windowMs);
    this.window = previous.window;
    this.window.onFree = () => this.#scheduleDispatch();
    if (previous.pause.until - now <= this.window.windowMs) this.pause = previous.pause;
  }

  state(limit: number): Pick<RateLimitState, 'used' | 'nextAt'> {
    const now = this.clock.now();
    const nextAt = this.#mayGoAt(limit, 1, now);
    return { used: this.window.used(now), nextAt: nextAt > now ? nextAt : null };
  }

  /** Takes the limits of a client into account. */
  register({ limit, windowMs }: RateLimits): void {
    this.window.widen(windowMs);
    if (limit !== never) this.#highestLimit = Math.max(this.#highestLimit, limit);
  }

  /**
   * Waits until a request may be sent.
   *
   * @throws CallNotPermitted when the call can't be sent in time, its credential is blocked, or its store has failed.
   * @throws the signal's reason, when it aborts first.
   */
  acquire(call: QueuedCall, limits: ClientLimits): Promise<Admission> {
    call.signal?.throwIfAborted();
    this.register(limits);
    const now = this.clock.now();
    const entry: Entry = new Waiting(call, limits, this);
    const slots = this.#queue.add(entry, this.window);
    const end = this.#endOf(entry, slots, now);
    if (end) endWith(entry, end);
    // At once, so that `client.rateLimit` is right after a call.
    else if (this.queued === 1 && !this.#isDispatchScheduled) this.dispatch();
    else this.#scheduleDispatch();
    if (!entry.isOver && this.#waitsFor) this.#notify(entry, this.#waitsFor, slots, now);
    return entry.promise;
  }

  /** A status came that is no rejection. */
  notRejected(sentAt: number): void {
    this.responded();
    this.breaker.notRejected(sentAt, this.#lastStatusAt);
  }

  /** The service responds: calls that wait for room in flight need not time out. */
  responded(): void {
    this.#lastStatusAt = this.clock.now();
  }

  pauseUntil(until: number): void {
    this.pause.start(until, this.window.windowMs);
    this.#waitsFor = undefined;
    this.recall();
  }

  /** Calls that wait here may have to end, or to ask their source for another credential. */
  recall(): void {
    this.#mayEnd = true;
    this.#scheduleDispatch();
  }

  /** Ends the waiting calls of some clients, by default of all. */
  fail(error: unknown, isAffected: (limits: ClientLimits) => boolean = () => true): void {
    this.#endAll(({ limits }) => (isAffected(limits) ? { error } : undefined));
  }

  look(): void {
    for (const entry of this.#queue) if (entry.isGone?.()) entry.leave();
    this.dispatch();
  }

  /** Ends the calls that must not wait on, lets all through that may go, and sets the timer for the others. */
  dispatch(): void {
    this.#cancelTimer();
    if (this.queued === 0) {
      this.#rest();
      return;
    }
    const now = this.clock.now();
    if (this.#mayEnd || this.#silentAt(this.#queue.first) <= now) {
      this.#mayEnd = false;
      const ends = new Map<Entry, End | undefined>();
      for (const [entry, slots] of this.#queue.withSlots(this.window)) ends.set(entry, this.#endOf(entry, slots, now));
      this.#endAll((entry) => ends.get(entry));
    }
    let first: Wait | undefined;
    let nextAt = never;
    let fullLimit = 0;
    for (const entry of this.#queue) {
      const { limit } = entry.limits;
      if (limit <= fullLimit) continue;
      const wait = this.#tryToStart(entry, now);
      if (!wait) continue;
      first ??= wait;
      nextAt = Math.min(nextAt, wait.until);
      fullLimit = limit;
      // Another client may have a higher limit, under which calls can still be sent.
      if (wait.reason !== 'rate-limit' || limit >= this.#highestLimit) break;
    }
    if (first) this.#wait(first, nextAt, now);
  }

  /** Lets a call through, and returns nothing; or returns what it waits for. */
  #tryToStart(entry: Entry, now: number): Wait | undefined {
    const { call, limits } = entry;
    const { source, isProtected, limit } = limits;
    if (!source.isCurrent(this)) return void entry.resolve('again');
    const goesAt = this.#mayGoAt(limit, call.ticket.slotsFor(limit, this.window), now);
    if (goesAt > now) return { reason: 'rate-limit', until: goesAt };
    const roomAt = isProtected ? this.breaker.mayGoAt(now) : now;
    if (roomAt > now) return { reason: 'credential', until: roomAt };
    const shared = this.#sharedBy(limits);
    const inStore = shared?.take(entry);
    if (shared && !inStore) return undefined;
    if (inStore && 'until' in inStore) {
      const end = this.#endOf(entry, 1, now);
      if (end) return void endWith(entry, end);
      return inStore;
    }
    entry.resolve(this.#grant(entry, inStore, now));
    return undefined;
  }

  #grant({ call, limits }: Entry, inStore: StoreSlot | undefined, now: number): Permit {
    const { source, isProtected, limit } = limits;
    const lease = leaseEnd(now, 2 * call.settings.timeout);
    this.#keep();
    call.ticket.take(limit, this.window, lease, leaseEnd(now, keptMs));
    this.pause.sent(now, this.window.windowMs / (this.#highestLimit || never));
    if (isProtected) this.breaker.sent(now, lease);
    return new Permit(this, { source, isProtected, inStore, lease });
  }

  /** Returns why a call doesn't wait on. `slots`: how many must be free before it can go. */
  #endOf({ call, limits, since }: Entry, slots: number, now: number): End | undefined {
    const { isProtected, source, limit } = limits;
    if (!source.isCurrent(this)) return 'again';
    const failure = isProtected ? this.breaker.failure(now) : undefined;
    const pauseMs = this.pause.until - now;
    if ((failure || pauseMs > this.window.windowMs) && source.replace(this)) return 'again';
    const goesAt = Math.max(this.#mayGoAt(limit, slots, now), this.#sharedBy(limits)?.freeAt(limits) ?? now);
    if (pauseMs > call.settings.retry.maxRetryAfter || goesAt >= Math.max(now + 1, call.deadlineAt)) {
      const cause = pauseMs > 0 ? 'the service has paused this credential with a 429' : 'the rate limit is used up';
      return { error: new CallNotPermitted('RateLimitError', cause, { retryAt: goesAt }) };
    }
    if (failure) return { error: failure };
    return isProtected && this.#silentAt({ call, since }) <= now ? 'timeout' : undefined;
  }

  /** Returns when pause and window let so many requests through at the earliest. */
  #mayGoAt(limit: number, slots: number, now: number): number {
    return Math.max(this.pause.mayGoAt(now), slots > 0 ? this.window.freeAt(limit, now, slots) : now);
  }

  /** Returns when a call times out, because for as long as its timeout it has waited for room in flight and no status came. */
  #silentAt(entry: Pick<Entry, 'call' | 'since'> | undefined): number {
    if (!entry) return never;
    return Math.max(entry.since, this.#credentialWaitSince, this.#lastStatusAt) + entry.call.settings.timeout;
  }

  #sharedBy({ store }: ClientLimits): SharedLimit | undefined {
    if (!store) return undefined;
    const shared = this.#shared.get(store) ?? serverSide?.sharedLimit(store, this);
    if (shared) this.#shared.set(store, shared);
    return shared;
  }

  /** Dispatches in a microtask, once for all changes before it. */
  #scheduleDispatch(): void {
    if (this.#isDispatchScheduled) return;
    this.#isDispatchScheduled = true;
    // No `queueMicrotask`, which fake timers replace.
    void Promise.resolve().then(() => {
      this.#isDispatchScheduled = false;
      this.dispatch();
    });
  }

  #wait(wait: Wait, nextAt: number, now: number): void {
    const { reason } = wait;
    const isNew = this.#waitsFor?.reason !== reason;
    this.#waitsFor = wait;
    this.#credentialWaitSince = reason === 'credential' ? Math.min(this.#credentialWaitSince, now) : never;
    if (isNew) for (const [entry, slots] of this.#queue.withSlots(this.window)) this.#notify(entry, wait, slots, now);
    const at = Math.min(nextAt, this.#silentAt(this.#queue.first));
    if (at === never) return;
    const [run, fail] = [() => this.dispatch(), (thrown: unknown) => this.fail(thrown)];
    this.#cancelTimer = setClockTimer(this.clock, Math.max(0, at - now), run, fail);
  }

  /** Tells a call what it waits for. */
  #notify(entry: Entry, { reason, until }: Wait, slots: number, now: number): void {
    if (entry.wasNotified(reason)) return;
    const goesAt = Math.max(until, this.#mayGoAt(entry.limits.limit, slots, now));
    entry.notify(reason, reason === 'rate-limit' ? goesAt - now : undefined);
  }

  left(entry: Entry): void {
    this.#queue.left(entry);
    if (this.queued > 0) {
      this.#scheduleDispatch();
      return;
    }
    this.#cancelTimer();
    this.#rest();
  }

  /** No call waits any more. */
  #rest(): void {
    this.#queue.clear();
    this.#waitsFor = undefined;
    this.#credentialWaitSince = never;
    for (const shared of this.#shared.values()) shared.drop();
  }

  /** Ends the waiting calls for which there is a reason. */
  #endAll(endFor: (entry: Entry) => End | undefined): void {
    const ended = [...this.#queue].flatMap((entry) => {
      const end = endFor(entry);
      return end ? [{ entry, end }] : [];
    });
    // Before the others, whose errors are made in batches, so that no later call gets ahead at the next gate.
    for (const { entry, end } of ended) if (end === 'again') entry.resolve(end);
    for (const { entry } of ended) entry.leave();
    void inBatches(ended, ({ entry, end }) => endWith(entry, end));
  }
}

/** Only in Workers a request ends without a word. Elsewhere a lease would end while the computer sleeps. */
function leaseEnd(now: number, ms: number): number {
  return serverSide?.isWorker() ? now + ms : never;
}

function endWith(entry: Entry, end: End): void {
  if (typeof end === 'string') entry.resolve(end);
  else entry.reject(end.error);
}
