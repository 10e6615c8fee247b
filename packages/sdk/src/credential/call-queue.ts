import { serverSide } from '#server-side';
import { listen, unlisten } from '../platform/abort.ts';
import { type Clock, setClockTimer } from '../platform/clock.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import { type MemoryLimit, MemoryLimits } from '../rate-limit/memory-limit.ts';
import { never, type RateLimitSettings, type RateLimitState, type Wait } from '../rate-limit/rate-limit.ts';
import { type CompositeCall, CompositeTicket, type Ticket } from '../rate-limit/ticket.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { type CredentialState, LockoutGuard } from './lockout-guard.ts';
import { Permit } from './permit.ts';
import { type ClientPolicy, leaseMsOf, PriorityQueue, type QueuedCall, QueueEntry } from './queue-entry.ts';
import { rejectAlike, rejectBlocked, rejectCalls } from './reject-calls.ts';
import type { StoreLimits } from './store-limits.ts';

/** Maximum number of calls that get a permit in one turn of the event loop. */
const permitsInTurn = 50;

/** The parts of a queue. */
export interface CallQueueOptions {
  readonly origin: string;
  readonly source: CredentialSource;
  readonly clock: Clock;
}

/**
 * The queue of calls with one credential.
 *
 * - A call waits for a token, for a slot under the rate limit of this process, for its circuit breaker, and for a
 *   slot in the store if processes share one. The call gets all of them together, as a {@link Permit}. While it waits
 *   for one of them, it holds none of the others (`start`).
 * - The call with the higher priority goes first, then writes and what has begun, then the one with the lower ticket
 *   number. After ten writes in a row a waiting read goes (`goesBefore`, `PriorityQueue.goes`). A full limit stops only
 *   the calls under that limit. Any other wait stops all calls behind (`#letThrough`).
 * - The queue dispatches when a call enters or leaves, when a circuit breaker changes, after a 429, when a slot was
 *   not used, when a composite call needs fewer slots, when a token request ends, when the store responds, in the
 *   turn after {@link permitsInTurn} permits, and at the earliest time that a wait names. In a runtime that polls,
 *   each call checks at an interval whether it may go, and only the store's result wakes a call earlier (`#poll`).
 * - A call is rejected when its signal or deadline aborts it, when the client closes, when its circuit breaker is
 *   open, when a pause lasts longer than the call may wait, when the provider or the clock fails, and when the store
 *   fails or blocks the call. While the service is unresponsive, a call resolves to `'timeout'` after it has waited
 *   for the credential as long as its request's timeout (`reject-calls.ts`).
 */
export class CallQueue {
  readonly origin: string;
  /** Private, so that no inspected queue shows the credential. */
  readonly #source: CredentialSource;
  readonly clock: Clock;
  readonly entries: PriorityQueue = new PriorityQueue();
  /** Whether waiting calls must poll, because one request may not settle a promise of another. */
  readonly polls: boolean = serverSide?.mustPoll() ?? false;
  readonly #limits: MemoryLimits;
  readonly #storeLimits: StoreLimits | undefined = serverSide?.storeLimits(this);
  readonly #guard: LockoutGuard;
  #lastNumber = 0;
  /** Aborts when the queue becomes empty. Created when a provider is called. */
  #queueAbort: AbortController | undefined;
  #isRefreshing = false;
  #isDispatchScheduled = false;
  readonly #turn = serverSide && new serverSide.Turn(permitsInTurn, () => this.dispatch());
  #cancelTimer: () => void = () => {};
  /** The wait of the first call in the queue. */
  #waitsFor: Wait | undefined;
  /** Start of the current wait for the credential; `never` while the calls wait for something else. */
  #credentialWaitSince = never;

  constructor({ origin, source, clock }: CallQueueOptions) {
    this.origin = origin;
    this.#source = source;
    this.clock = clock;
    this.#limits = new MemoryLimits(clock);
    this.#guard = new LockoutGuard(clock, () => this.dispatch());
  }

  /** Whether the queue has no state worth keeping. */
  get idle(): boolean {
    return this.entries.size === 0 && this.#limits.idle && this.#guard.idle;
  }

  /** Returns the limits of a client's calls. */
  policy(settings: RateLimitSettings, isProtected: boolean): ClientPolicy {
    return { limit: this.#limits.of(settings), isProtected };
  }

  /** Returns a ticket behind all earlier ones. */
  ticket(): Ticket {
    return { number: ++this.#lastNumber, hasBegun: false };
  }

  compositeTicket(call: CompositeCall): CompositeTicket {
    return new CompositeTicket(++this.#lastNumber, call, () => this.#scheduleDispatch());
  }

  state({ limit: { window } }: ClientPolicy): RateLimitState {
    const now = this.clock.now();
    const { fresh } = this.#source;
    const until = fresh ? this.#guard.stateOf(fresh).pause.until(now) : now;
    const pausedUntil = until > now ? until : null;
    return { limit: window.limit, used: window.used(now), queued: this.entries.size, pausedUntil };
  }

  /**
   * Waits until a request may be sent. Resolves to `'timeout'` when the service is unresponsive and the call has
   * waited for its credential as long as its request's timeout.
   *
   * @throws CallNotPermitted when the call may not wait so long, or its provider or store has failed.
   * @throws the signal's reason, when it aborts first.
   */
  acquire(call: QueuedCall, policy: ClientPolicy): Promise<Permit | 'timeout'> {
    call.signal?.throwIfAborted();
    const entry = new QueueEntry(this, call, policy, this.clock.now());
    const isAlone = this.entries.size === 0;
    this.entries.add(entry);
    if (serverSide && this.polls) return serverSide.poll(entry, this, this.#source);
    return new Promise((resolve, reject) => {
      entry.resolve = resolve;
      entry.reject = reject;
      if (isAlone) this.dispatch();
      else this.#scheduleDispatch();
      if (!entry.isQueued) return;
      listen(call.signal, entry);
      if (!isAlone && this.#waitsFor) entry.notifyWait(this.#waitsFor, this.entries.size - 1, this.clock.now());
    });
  }

  /**
   * Pauses a credential after a 429 for `ms` milliseconds. No rate limit asks for more than its window, so a longer pause is
   * that of a lockout, and a function is asked for another credential. Returns whether it is.
   */
  pause(credential: Credential, ms: number): boolean {
    const { windowMs } = this.#limits.all;
    this.#guard.stateOf(credential).pause.start(this.clock.now() + ms, windowMs);
    const isReplaced = ms > windowMs && this.#source.replace(credential);
    this.dispatch();
    return isReplaced;
  }

  /** Rejects a client's waiting calls: all, or those for which `isEnded` holds. */
  close(policy: ClientPolicy, reason: unknown, isEnded: (call: QueuedCall) => boolean = () => true): void {
    rejectCalls(this.entries, (entry) => (entry.policy === policy && isEnded(entry.call) ? reason : undefined));
  }

  /** Takes a call out of the queue. */
  leave(entry: QueueEntry): void {
    this.entries.remove(entry);
    unlisten(entry.call.signal, entry);
    entry.storeLimit?.suspend();
    if (this.entries.size > 0) this.#scheduleDispatch();
    else this.#becomeIdle();
  }

  #becomeIdle(): void {
    this.#cancelTimer();
    this.#waitsFor = undefined;
    this.#credentialWaitSince = never;
    this.#storeLimits?.suspend();
    this.#queueAbort?.abort(new DOMException('No call waits any more', 'AbortError'));
    this.#queueAbort = undefined;
  }

  /** Lets all permitted calls through, and schedules the next dispatch. */
  dispatch(): void {
    if (this.polls) return;
    if (this.entries.size > 0) this.#letThrough();
    // After a full turn, the calls of the next turn may use the grants.
    if (!this.#turn?.isFull) this.#storeLimits?.releaseGrants();
  }

  #letThrough(): void {
    this.#cancelTimer();
    let nextDispatchAt = this.rejectBlocked();
    let waitsFor: Wait | undefined;
    const full = new Set<MemoryLimit>();
    for (const entry of this.entries) {
      const { limit } = entry.policy;
      if (!entry.isQueued || full.has(limit)) continue;
      if (this.#turn?.isFull) break;
      const started = this.start(entry);
      if (started instanceof Permit) {
        this.leave(entry);
        entry.resolve?.(started);
        this.#turn?.count();
        continue;
      }
      if (started instanceof CallNotPermitted) {
        rejectAlike(this.entries, entry, started);
        continue;
      }
      full.add(limit);
      waitsFor ??= started;
      nextDispatchAt = Math.min(nextDispatchAt, started.until);
      // Another client may have a limit of its own, under which calls can still be sent.
      if (started.reason !== 'rate-limit' || full.size === this.#limits.size) break;
    }
    if (waitsFor) this.#wait(waitsFor, nextDispatchAt);
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

  #wait(waitsFor: Wait, nextDispatchAt: number): void {
    const now = this.clock.now();
    const isNew = this.#waitsFor?.reason !== waitsFor.reason;
    this.#waitsFor = waitsFor;
    this.#credentialWaitSince = waitsFor.reason === 'credential' ? Math.min(this.#credentialWaitSince, now) : never;
    let ahead = 0;
    if (isNew) for (const entry of this.entries) entry.notifyWait(waitsFor, ahead++, now);
    if (nextDispatchAt === never) return;
    const fail = (error: unknown) => rejectCalls(this.entries, () => error);
    this.#cancelTimer = setClockTimer(this.clock, Math.max(0, nextDispatchAt - now), () => this.dispatch(), fail);
  }

  /** Returns the state of a credential, which is then in use. */
  #stateOf(credential: Credential): CredentialState {
    const state = this.#guard.stateOf(credential);
    this.#limits.pause = state.pause;
    return state;
  }

  /**
   * Rejects blocked calls and times out expired calls, unless a function can be asked for a credential that isn't blocked.
   * Returns when the next call expires.
   */
  rejectBlocked(): number {
    const { fresh } = this.#source;
    const state = fresh && this.#stateOf(fresh);
    const isReplaced = state && this.#isBlocked(state) && this.#source.replace(fresh);
    return rejectBlocked(this.entries, {
      clock: this.clock,
      guard: this.#guard,
      state: isReplaced ? undefined : state,
      waitSince: this.#credentialWaitSince,
    });
  }

  /** Whether a credential is rejected or locked out, and another one could be used instead. */
  #isBlocked(state: CredentialState): boolean {
    const pauseMs = state.pause.until(this.clock.now()) - this.clock.now();
    return pauseMs > this.#limits.all.windowMs || this.#guard.failure(state) !== undefined;
  }

  /** Returns a permit, or the reason to wait or to fail. */
  start(entry: QueueEntry): Permit | Wait | CallNotPermitted {
    const source = this.#source;
    const { call, policy } = entry;
    const { limit, isProtected } = policy;
    const credential = source.fresh;
    if (!credential) return this.#askSource(call);
    const state = this.#stateOf(credential);
    const wait = limit.wait(entry) ?? (isProtected ? this.#guard.wait(state) : undefined);
    if (wait) return wait;
    // Only in a runtime that polls can a request end without its `finally`, so only there a slot needs a lease within
    // the process. In other runtimes a lease could end too early: while the computer sleeps or the event loop is
    // blocked, the response waits unread in its socket.
    const localLeaseMs = this.polls ? leaseMsOf(call) : never;
    // With a store, the slot is one under the limit of all processes.
    const stores = limit.settings.store && this.#storeLimits;
    const slot = stores
      ? stores.acquire(entry, credential.token, state, localLeaseMs)
      : limit.acquire({ localLeaseMs });
    if (slot instanceof CallNotPermitted) {
      return slot.name === 'AuthenticationError' && source.replace(credential) ? this.#askSource(call) : slot;
    }
    if (!('release' in slot)) return slot;
    const { rejectedAt = never } = slot;
    if (rejectedAt !== never && rejectedAt > credential.obtainedAt && source.replace(credential)) {
      slot.release(Number.NEGATIVE_INFINITY);
      return this.#askSource(call);
    }
    this.entries.goes(entry);
    const leaseUntil = this.clock.now() + localLeaseMs;
    if (call.ticket instanceof CompositeTicket) limit.keepFor(call.ticket, leaseUntil);
    const place = isProtected ? this.#guard.enter(state, leaseUntil, slot.rejectedAt) : undefined;
    return new Permit({ source, credential, state, slot, guard: this.#guard, place, queue: this });
  }

  /** Returns how many requests like a call's may be sent now, as far as this process knows. */
  capacity(entry: QueueEntry): number {
    const { limit, isProtected } = entry.policy;
    const { fresh } = this.#source;
    // Before the limit is asked, which looks at the pause of the credential in use.
    const state = fresh && this.#stateOf(fresh);
    return Math.min(limit.capacity(entry), state && isProtected ? this.#guard.capacity(state) : never);
  }

  /** Calls a provider once for all waiting calls, in the context of the call that needs the credential. */
  #askSource(call: QueuedCall): Wait {
    const wait: Wait = { reason: 'token', until: never };
    // Where calls poll, each one asks for itself.
    if (this.#isRefreshing || this.polls) return wait;
    this.#isRefreshing = true;
    this.#queueAbort ??= new AbortController();
    const { signal } = this.#queueAbort;
    const ended = () => {
      this.#isRefreshing = false;
      this.dispatch();
    };
    call
      .inContext(() => this.#source.refresh(signal))
      .then(ended, (error: unknown) => {
        if (!signal.aborted) rejectCalls(this.entries, () => error);
        ended();
      });
    return wait;
  }
}
