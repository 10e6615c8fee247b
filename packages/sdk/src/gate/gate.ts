import { serverSide } from '#server-side';
import { type Clock, setClockTimer } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import { Breaker } from './breaker.ts';
import { CallNotPermitted } from './call-not-permitted.ts';
import { Pause } from './pause.ts';
import { Permit } from './permit.ts';
import type { ClientLimits, QueuedCall, RateLimitState, RateLimits, Wait } from './settings.ts';
import type { SharedLimit } from './shared-limit.ts';
import type { RateLimitStore } from './store.ts';
import { giveBack, type Ticket } from './ticket.ts';
import { type Host, Waiting } from './waiting.ts';
import { RateWindow } from './window.ts';

const never = Number.POSITIVE_INFINITY;
/** How much longer than its timeout a request may be in flight, at the most: its status is waited for a while. */
const leaseMarginMs = 10_000;
/** How long a composite call may keep a slot for a request. */
const keptMs = 15 * 60_000;

/**
 * What a call gets: the right to send one request; `again`: it must ask its source for another credential; `timeout`: no
 * response to any request has come for as long as its request may take.
 */
export type Admission = Permit | 'again' | 'timeout';
type Entry = Waiting<Admission>;

/**
 * Where the calls with one credential wait, in the order of priority, kind and ticket. The first one goes as soon as there is
 * no pause, a slot in the rate window, a place beside the requests in flight, and with a store a slot there. It gets all of
 * them at once, as a {@link Permit}; while it waits for one, it holds none of the others.
 *
 * Whatever changes any of these calls `dispatch`, and so does a timer at the earliest time that a wait names. All decisions
 * are in `#tryStart` and `#whyNotWait`.
 */
export class Gate implements Host {
  readonly origin: string;
  readonly clock: Clock;
  /** Private, so that no inspected gate shows the credential. */
  readonly #token: string;
  readonly breaker: Breaker = new Breaker();
  window: RateWindow = new RateWindow(0);
  pause: Pause = new Pause();
  readonly #queue: Entry[] = [];
  queued = 0;
  #highestLimit = 0;
  readonly #shared = new Map<RateLimitStore, SharedLimit>();
  #lastAnswerAt = Number.NEGATIVE_INFINITY;
  /** Since when the first calls have waited for the credential. */
  #credentialWaitSince = never;
  /** Whether calls that wait may have to end. */
  #mayEnd = false;
  #isDispatchScheduled = false;
  #cancelTimer: () => void = () => {};
  #waitsFor: Wait | undefined;

  constructor(origin: string, token: string, clock: Clock) {
    this.origin = origin;
    this.#token = token;
    this.clock = clock;
    this.window.onFree = () => this.#scheduleDispatch();
  }

  get token(): string {
    return this.#token;
  }

  /** Whether the gate has no state worth keeping. */
  get idle(): boolean {
    const now = this.clock.now();
    return this.queued === 0 && this.window.used(now) === 0 && this.breaker.isIdle(now) && this.pause.isOver(now);
  }

  /**
   * Goes on with the window of the credential that this one replaces, in case the service counts both together. A pause
   * that is longer than a window is that of a lockout, which is the other's own.
   */
  takeOver(other: Gate): void {
    const now = this.clock.now();
    if (this.window.used(now) > 0) return;
    other.window.widen(this.window.windowMs);
    this.window = other.window;
    this.window.onFree = () => this.#scheduleDispatch();
    if (other.pause.until - now <= this.window.windowMs) this.pause = other.pause;
  }

  state(limit: number): Omit<RateLimitState, 'limit' | 'queued'> {
    const now = this.clock.now();
    const { until } = this.pause;
    const nextAt = Math.max(this.pause.mayGoAt(now), this.window.freeAt(limit, now));
    return {
      used: this.window.used(now),
      pausedUntil: until > now ? until : null,
      nextAt: nextAt > now ? nextAt : null,
    };
  }

  /**
   * Waits until a request may be sent.
   *
   * @throws CallNotPermitted when the call may not wait so long, or its store has failed.
   * @throws the signal's reason, when it aborts first.
   */
  acquire(call: QueuedCall, limits: ClientLimits): Promise<Admission> {
    call.signal?.throwIfAborted();
    this.register(limits);
    const now = this.clock.now();
    const entry: Entry = new Waiting(call, limits, this);
    const index = this.#indexFor(entry);
    this.#queue.splice(index, 0, entry);
    this.queued++;
    const slots = this.#slotsTo(index);
    const why = this.#whyNotWait(entry, slots, now);
    if (why) end(entry, why);
    else if (this.queued === 1 && !this.#isDispatchScheduled) this.dispatch();
    else this.#scheduleDispatch();
    if (!entry.isOver && this.#waitsFor) this.#tell(entry, this.#waitsFor, slots, now);
    return entry.promise;
  }

  /** Takes the limits of a client into account. */
  register({ limit, windowMs }: RateLimits): void {
    this.window.widen(windowMs);
    if (limit !== never) this.#highestLimit = Math.max(this.#highestLimit, limit);
  }

  /** Calls that wait here may have to end, or to ask their source for another credential. */
  recall(): void {
    this.#mayEnd = true;
    this.#scheduleDispatch();
  }

  pauseUntil(until: number): void {
    this.pause.start(until, this.window.windowMs);
    this.#waitsFor = undefined;
    this.recall();
  }

  answered(): void {
    this.#lastAnswerAt = this.clock.now();
    this.breaker.answered(this.#lastAnswerAt);
  }

  look(): void {
    const now = this.clock.now();
    for (const entry of this.#queue) if (!entry.isOver && entry.isGone(now)) entry.leave();
    this.dispatch();
  }

  /** Lets all through that may go, and sets the timer for the others. */
  dispatch(): void {
    this.#cancelTimer();
    if (this.queued === 0) return this.#rest();
    const now = this.clock.now();
    while (this.#queue[0]?.isOver) this.#queue.shift();
    this.#endSome(now);
    let first: Wait | undefined;
    let nextAt = never;
    let fullLimit = 0;
    for (const entry of this.#queue) {
      if (entry.isOver || entry.limits.limit <= fullLimit) continue;
      const wait = this.#tryStart(entry, now);
      if (!wait) continue;
      first ??= wait;
      nextAt = Math.min(nextAt, wait.until);
      fullLimit = entry.limits.limit;
      // Another client may have a higher limit, under which calls can still be sent.
      if (wait.reason !== 'rate-limit' || fullLimit >= this.#highestLimit) break;
    }
    if (first) this.#wait(first, nextAt, now);
  }

  /** Gives the first call its permit, or returns what it waits for. */
  #tryStart(entry: Entry, now: number): Wait | undefined {
    const { call, limits } = entry;
    const { source, isProtected } = limits;
    if (!source.isCurrent(this)) return void entry.resolve('again');
    const ticket = this.#withSlotsHere(call.ticket);
    const slots = slotsOf(ticket, limits);
    const slotAt = slots > 0 ? this.window.freeAt(limits.limit, now, slots) : now;
    const goesAt = Math.max(this.pause.mayGoAt(now), slotAt);
    if (goesAt > now) return { reason: 'rate-limit', until: goesAt };
    const placeAt = isProtected ? this.breaker.mayGoAt(now) : now;
    if (placeAt > now) return { reason: 'credential', until: placeAt };
    const inStore = limits.store && this.#sharedBy(limits.store)?.take(this.#token, call, limits);
    if (inStore && 'reason' in inStore) return inStore;
    if (inStore instanceof CallNotPermitted) {
      if (inStore.name === 'AuthenticationError' && source.replace(this)) return void entry.resolve('again');
      if (inStore.name === 'RateLimitError') this.pauseUntil(inStore.retryAt ?? now);
      else this.#endAll((other) => (isAlike(other.limits, limits) ? { reason: inStore } : undefined));
      return undefined;
    }
    const rejectedAt = inStore?.rejectedAt ?? Number.NEGATIVE_INFINITY;
    if (inStore && source.replace(this, rejectedAt)) {
      inStore.release(Number.NEGATIVE_INFINITY);
      return void entry.resolve('again');
    }
    this.breaker.rejectedElsewhere(rejectedAt);
    const [lease, keptLease] = [call.settings.timeout + leaseMarginMs, keptMs].map((ms) => leaseEnd(now, ms)) as [number, number];
    // A slot that was kept gets the lease of its request.
    if (ticket.kept > 0) giveBack(ticket, 1);
    this.window.take(lease);
    if (slots > 1) {
      Object.assign(ticket, { kept: slots - 1, wants: 0, window: this.window, lease: keptLease });
      for (let kept = 1; kept < slots; kept++) this.window.take(keptLease);
    }
    this.pause.sent(now, this.window.windowMs / (this.#highestLimit || never));
    if (isProtected) this.breaker.sent(now, lease);
    entry.resolve(new Permit(this, source, isProtected, inStore, lease));
    return undefined;
  }

  /** Why a call doesn't go on waiting. `slots`: how many are needed before it can go. */
  #whyNotWait(entry: Entry, slots: number, now: number): End | undefined {
    const { call, limits } = entry;
    const { isProtected, source, limit } = limits;
    const failure = isProtected ? this.breaker.failure(now) : undefined;
    const pauseMs = this.pause.until - now;
    if (!source.isCurrent(this)) return 'again';
    if ((failure || pauseMs > this.window.windowMs) && source.replace(this)) return 'again';
    const goesAt = this.#goesAt(limit, slots, now);
    if (pauseMs > call.settings.retry.maxRetryAfter || goesAt > Math.max(now, call.deadlineAt)) {
      const cause = pauseMs > 0 ? 'The credential is paused after a 429' : 'The rate limit is used up';
      return { reason: new CallNotPermitted('RateLimitError', cause, { retryAt: goesAt }) };
    }
    if (failure) return { reason: failure };
    return isProtected && this.#silentAt(entry) <= now ? 'timeout' : undefined;
  }

  /** When a call times out because it has waited for a place, and no request has got a status, for as long as its timeout. */
  #silentAt(entry: Entry | undefined): number {
    if (!entry) return never;
    return Math.max(entry.since, this.#credentialWaitSince, this.#lastAnswerAt) + entry.call.settings.timeout;
  }

  /** When a call goes at the earliest. */
  #goesAt(limit: number, slots: number, now: number): number {
    return Math.max(this.pause.mayGoAt(now), slots > 0 ? this.window.freeAt(limit, now, slots) : now);
  }

  #endSome(now: number): void {
    if (!this.#mayEnd && this.#silentAt(this.#queue[0]) > now) return;
    this.#mayEnd = false;
    let slots = 0;
    let before: Ticket | undefined;
    this.#endAll((entry) => {
      const { ticket } = entry.call;
      const own = ticket === before ? 0 : slotsOf(ticket, entry.limits);
      const why = this.#whyNotWait(entry, own > 0 || ticket === before ? slots + own : 0, now);
      if (!why) [slots, before] = [slots + own, ticket];
      return why;
    });
  }

  /** How many slots must be free before the call at this place can go; 0 if it has its slot. */
  #slotsTo(index: number): number {
    const { call, limits } = this.#queue[index] as Entry;
    if (limits.limit === never || call.ticket.kept > 0) return 0;
    // Without a deadline, an estimate is enough: 20,000 calls may come one after the other.
    if (call.deadlineAt === never && index === this.#queue.length - 1) return this.queued;
    let slots = 0;
    for (let at = 0, before: Ticket | undefined; at <= index; at++) {
      const entry = this.#queue[at] as Entry;
      if (entry.isOver) continue;
      const { ticket } = entry.call;
      if (ticket !== before) slots += slotsOf(ticket, entry.limits);
      before = ticket;
    }
    return slots;
  }

  /** A ticket's slots may be in the window of another credential. */
  #withSlotsHere(ticket: Ticket): Ticket {
    if (ticket.kept > 0 && ticket.window !== this.window) {
      ticket.wants = ticket.kept - 1;
      giveBack(ticket);
    }
    return ticket;
  }

  /** Behind all that it doesn't go before. */
  #indexFor(entry: Entry): number {
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#queue[middle];
      if (other && goesBefore(entry, other)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #sharedBy(store: RateLimitStore): SharedLimit | undefined {
    const known = this.#shared.get(store) ?? serverSide?.sharedLimit(store, this.origin, this.clock, () => this.dispatch());
    if (known) this.#shared.set(store, known);
    return known;
  }

  /** Dispatches in a microtask, once for all changes before it. */
  #scheduleDispatch(): void {
    if (this.#isDispatchScheduled) return;
    this.#isDispatchScheduled = true;
    queueMicrotask(() => {
      this.#isDispatchScheduled = false;
      this.dispatch();
    });
  }

  #tell(entry: Entry, { reason, until }: Wait, slots: number, now: number): void {
    if (entry.wasTold(reason)) return;
    const goesAt = Math.max(until, this.#goesAt(entry.limits.limit, slots, now));
    entry.notify(reason, reason === 'rate-limit' ? goesAt - now : undefined);
  }

  #wait(wait: Wait, nextAt: number, now: number): void {
    const { reason } = wait;
    const isNew = this.#waitsFor?.reason !== reason;
    this.#waitsFor = wait;
    this.#credentialWaitSince = reason === 'credential' ? Math.min(this.#credentialWaitSince, now) : never;
    if (isNew) {
      let slots = 0;
      for (const entry of this.#queue) {
        if (!entry.isOver) this.#tell(entry, wait, (slots += slotsOf(entry.call.ticket, entry.limits)), now);
      }
    }
    const at = Math.min(nextAt, this.#silentAt(this.#queue.find(({ isOver }) => !isOver)));
    if (at === never) return;
    const fail = (reason: unknown) => this.#endAll(() => ({ reason }));
    this.#cancelTimer = setClockTimer(this.clock, Math.max(0, at - now), () => this.dispatch(), fail);
  }

  left(): void {
    if (--this.queued > 0) return this.#scheduleDispatch();
    this.#cancelTimer();
    this.#rest();
  }

  /** No call waits any more. */
  #rest(): void {
    this.#queue.length = 0;
    this.#waitsFor = undefined;
    this.#credentialWaitSince = never;
    for (const shared of this.#shared.values()) shared.drop();
  }

  /** Ends the waiting calls for which there is a reason. */
  #endAll(whyOf: (entry: Entry) => End | undefined): void {
    const ended = this.#queue.flatMap((entry) => {
      const why = !entry.isOver && whyOf(entry);
      return why ? [{ entry, why }] : [];
    });
    for (const { entry, why } of ended) if (why === 'again') entry.resolve(why);
    for (const { entry } of ended) entry.leave();
    void inBatches(ended, ({ entry, why }) => end(entry, why));
  }
}

/** Only in Workers a request ends without a word. Elsewhere a lease would end while the computer sleeps. */
function leaseEnd(now: number, ms: number): number {
  return serverSide?.isWorker() ? now + ms : never;
}

/** How a call ends its wait without a permit. */
type End = 'again' | 'timeout' | { readonly reason: unknown };

function end(entry: Entry, why: End): void {
  if (typeof why === 'string') entry.resolve(why);
  else entry.reject(why.reason);
}

function goesBefore({ call }: Entry, { call: other }: Entry): boolean {
  const byKind = Number(other.ticket.isWrite) - Number(call.ticket.isWrite);
  return (other.settings.priority - call.settings.priority || byKind || call.ticket.number - other.ticket.number) < 0;
}

/** Slots that a request must take: none of a composite call that has its slots. */
function slotsOf({ kept, wants }: Ticket, { limit }: ClientLimits): number {
  return kept > 0 ? 0 : Math.min(wants + 1, limit);
}

/** Whether a store treats the calls of two clients alike. */
function isAlike(one: ClientLimits, other: ClientLimits): boolean {
  return one.store === other.store && one.limit === other.limit && one.isProtected === other.isProtected;
}
