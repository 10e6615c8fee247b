import { serverSide } from '#server-side';
import { type Clock, setClockTimer } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import { Breaker } from './breaker.ts';
import { CallNotPermitted } from './call-not-permitted.ts';
import { Pause } from './pause.ts';
import { Permit } from './permit.ts';
import { Queue } from './queue.ts';
import type { ClientLimits, CredentialGate, QueuedCall, RateLimitState, RateLimits, Wait } from './settings.ts';
import type { StoreSlot } from './shared-limit.ts';
import { noLeases } from './ticket.ts';
import { type Host, Waiting } from './waiting.ts';
import { RateWindow } from './window.ts';

const never = Number.POSITIVE_INFINITY;

/**
 * The end of a call's wait: the right to send one request; `again`, to ask its source for another credential; or `timeout`,
 * because no status has come for as long as its own request may take.
 */
export type Admission = Permit | 'again' | 'timeout';

interface Failure {
  readonly error: unknown;
}

/** An end of a wait without a permit. */
type End = 'again' | 'timeout' | Failure;

type Entry = Waiting<Admission>;

/**
 * Lets the calls with one credential through. A call waits for
 *
 * 1. the end of the pause after a 429 ({@link Pause}),
 * 2. a slot in the rate window ({@link RateWindow}),
 * 3. room among the requests in flight ({@link Breaker}: a request may turn out to be a rejection),
 * 4. with a store, a slot there (`SharedLimit`).
 *
 * It gets all of them at once, as a {@link Permit}; while it waits for one, it holds none of the others. `#try` checks them in
 * this order, at once if no call waits, else at the call's turn.
 *
 * Who holds a slot waits for nobody. A composite call takes the slots of all its requests with its first one. The later ones
 * wait only for a pause, for room in flight and for the store, and go before every call that has not begun, whatever its
 * priority. A composite call that doesn't fit yet holds up only calls that have not begun either.
 *
 * `#endOf` lists all other ends of a wait: another credential is current, the credential is blocked, the turn would come after
 * the deadline, or the service has not responded for as long as the call's timeout. Besides, a call ends with its signal or
 * its client ({@link Waiting}).
 *
 * Every change calls {@link dispatch}, and so does one timer, at the earliest time that a wait names. Breaker, window and
 * pause only know facts; the time is their argument.
 */
export class Gate implements Host<Admission>, CredentialGate {
  readonly origin: string;
  readonly clock: Clock;
  /** Private, so that no inspected gate shows the credential. */
  readonly #token: string;
  readonly #keep: () => void;
  readonly breaker: Breaker = new Breaker();
  window: RateWindow = new RateWindow(0);
  pause: Pause = new Pause();
  readonly #queue = new Queue<Admission>();
  /** Clients whose limits are taken into account. */
  readonly #registered = new WeakSet<RateLimits>();
  /** The highest limit of a client. Calls with lower ones leave the rest to it. */
  #highestLimit = 0;
  /** The same without the clients that have no limit. */
  #highestRate = 0;
  readonly #shared = serverSide ? serverSide.sharedLimits(this) : undefined;
  #lastStatusAt = Number.NEGATIVE_INFINITY;
  /** Reason of the first call's wait. */
  #waitsFor: Wait | undefined;
  /** Start of the wait for the credential, whichever call is first. */
  #credentialWaitSince = never;
  /** Whether something has happened that may end calls other than the first. */
  #mayEnd = false;
  #isDispatchScheduled = false;
  #cancelTimer: (() => void) | undefined;

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
  register(limits: RateLimits): void {
    const { limit, windowMs } = limits;
    this.#registered.add(limits);
    this.window.widen(windowMs);
    this.#highestLimit = Math.max(this.#highestLimit, limit);
    if (limit !== never) this.#highestRate = Math.max(this.#highestRate, limit);
  }

  /**
   * Waits until a request may be sent; not at all if no call waits and nothing hinders.
   *
   * @throws CallNotPermitted when the call can't be sent in time, its credential is blocked, or its store has failed.
   * @throws the signal's reason, when it aborts first.
   */
  acquire(call: QueuedCall, limits: ClientLimits): Permit | Promise<Admission> {
    call.signal?.throwIfAborted();
    if (!this.#registered.has(limits)) this.register(limits);
    const now = this.clock.now();
    const isFirst = this.#queue.size === 0 && !this.#isDispatchScheduled;
    // A store never answers at once.
    const result = isFirst && !limits.store ? this.#try(call, limits, now) : undefined;
    if (result instanceof Permit) return result;
    const entry: Entry = new Waiting(call, limits, this);
    const slots = this.#queue.add(entry, this.window);
    const end = this.#endOf(entry, slots, now);
    if (end) endWith(entry, end);
    // At once, so that `client.rateLimit` is right after a call.
    else if (isFirst) this.dispatch();
    else this.#scheduleDispatch();
    if (!entry.isOver && this.#waitsFor) this.#notify(entry, this.#waitsFor, slots, now);
    return entry.promise;
  }

  /** A status came that is no rejection. */
  notRejected(sentAt: number): void {
    this.#lastStatusAt = this.clock.now();
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
    this.#endAll([...this.#queue].map((entry) => [entry, isAffected(entry.limits) ? { error } : undefined]));
  }

  look(): void {
    for (const entry of this.#queue) if (entry.isGone?.()) entry.leave();
    this.dispatch();
  }

  /** Ends the calls that must not wait on, lets all through that may go, and sets the timer for the others. */
  dispatch(): void {
    this.#cancelTimer?.();
    if (this.#queue.size === 0) {
      this.#shared?.drop();
      return;
    }
    const now = this.clock.now();
    if (this.#mayEnd || this.#silentAt(this.#queue.first) <= now) {
      this.#mayEnd = false;
      const all = [...this.#queue.withSlots(this.window)];
      this.#endAll(all.map(([entry, slots]) => [entry, this.#endOf(entry, slots, now)]));
    }
    let first: Wait | undefined;
    let nextAt = never;
    let fullLimit = 0;
    for (const entry of this.#queue) {
      const { call, limits } = entry;
      const { limit } = limits;
      const slots = call.ticket.slotsFor(limit, this.window);
      if (slots > 0 && limit <= fullLimit) {
        // Another client may have a higher limit, under which calls can still be sent.
        if (fullLimit < this.#highestLimit || call.ticket.isAdmitted) continue;
        break;
      }
      // It is about to end.
      if (call.signal?.aborted) continue;
      const tried = this.#try(call, limits, now);
      // Only now is it known when the store has a slot.
      const result = isWait(tried) && limits.store ? (this.#endOf(entry, slots, now) ?? tried) : tried;
      if (!isWait(result)) {
        endWith(entry, result);
        continue;
      }
      first ??= result;
      nextAt = Math.min(nextAt, result.until);
      // All other reasons hold up everybody.
      if (result.reason !== 'rate-limit') break;
      fullLimit = Math.max(fullLimit, limit);
    }
    if (first) this.#wait(first, nextAt, now);
  }

  /** Returns the permit for a request, or what it waits for, or why it doesn't. */
  #try(call: QueuedCall, limits: ClientLimits, now: number): Permit | Wait | End {
    const { source, isProtected, limit, store } = limits;
    if (!source.isCurrent(this)) return 'again';
    const goesAt = this.#mayGoAt(limit, call.ticket.slotsFor(limit, this.window), now);
    if (goesAt > now) return { reason: 'rate-limit', until: goesAt };
    const roomAt = isProtected ? this.breaker.mayGoAt(now) : now;
    if (roomAt > now) return { reason: 'credential', until: roomAt };
    if (call.rejection && source.renew(this)) return 'again';
    const inStore = store && this.#shared?.take(call, limits);
    if (inStore === 'again' || (inStore && (isWait(inStore) || isFailure(inStore)))) return inStore;
    return this.#grant(call, limits, inStore, now);
  }

  #grant(call: QueuedCall, limits: ClientLimits, inStore: StoreSlot | undefined, now: number): Permit {
    const { source, isProtected, limit } = limits;
    const { lease, keptLease } = serverSide ? serverSide.leases(now, call.settings.timeout) : noLeases;
    this.#keep();
    call.ticket.take(limit, this.window, lease, keptLease);
    if (!this.pause.isOver(now)) this.pause.sent(now, this.window.windowMs / (this.#highestRate || never));
    if (isProtected) this.breaker.sent(now, lease);
    return new Permit(this, { token: this.#token, source, isProtected, inStore, lease });
  }

  /** Returns why a call doesn't wait on. `slots`: how many must be free before it can go. */
  #endOf({ call, limits, since }: Entry, slots: number, now: number): End | undefined {
    const { isProtected, source, limit } = limits;
    if (!source.isCurrent(this)) return 'again';
    const failure = isProtected ? this.breaker.failure(now) : undefined;
    const pauseMs = this.pause.until - now;
    if ((failure || pauseMs > this.window.windowMs) && source.replace(this)) return 'again';
    const goesAt = Math.max(this.#mayGoAt(limit, slots, now), this.#shared?.freeAt(limits) ?? now);
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
    const leastMs = () => Math.max(until, this.#mayGoAt(entry.limits.limit, slots, now)) - now;
    entry.notify(reason, reason === 'rate-limit' ? leastMs : undefined);
  }

  left(entry: Entry): void {
    this.#queue.left(entry);
    if (this.#queue.size > 0) {
      this.#scheduleDispatch();
      return;
    }
    this.#queue.clear();
    this.#waitsFor = undefined;
    this.#credentialWaitSince = never;
    this.dispatch();
  }

  /** Ends the waiting calls for which there is a reason. */
  #endAll(found: readonly (readonly [Entry, End | undefined])[]): void {
    const ended = found.filter((one): one is readonly [Entry, End] => one[1] !== undefined);
    // Before the others, whose errors are made in batches, so that no later call gets ahead at the next gate.
    for (const [entry, end] of ended) if (end === 'again') entry.resolve(end);
    for (const [entry] of ended) entry.leave();
    void inBatches(ended, ([entry, end]) => endWith(entry, end));
  }
}

function isWait(result: object | string): result is Wait {
  return typeof result === 'object' && 'until' in result;
}

function isFailure(result: object | string): result is Failure {
  return typeof result === 'object' && 'error' in result;
}

function endWith(entry: Entry, end: Admission | Failure): void {
  if (isFailure(end)) entry.reject(end.error);
  else entry.resolve(end);
}
