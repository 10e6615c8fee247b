import { serverSide } from '#server-side';
import { listen, unlisten } from '../platform/abort.ts';
import { type Clock, setClockTimer } from '../platform/clock.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import { type MemoryLimit, MemoryLimits } from '../rate-limit/memory-limit.ts';
import { never, type RateLimitSettings, type RateLimitState, type Slot, type Wait } from '../rate-limit/rate-limit.ts';
import { CompositeTicket, type Ticket } from '../rate-limit/ticket.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Credential, CredentialSource } from './credential.ts';
import type { FailureBudget, LockoutScope } from './failure-budget.ts';
import { Permit } from './permit.ts';
import { type ClientPolicy, leaseMsOf, PriorityQueue, type QueuedCall, QueueEntry } from './queue-entry.ts';
import { blockingFailure, rejectAlike, rejectBlocked, rejectCalls } from './reject-calls.ts';
import type { ServerSide } from './server-side.ts';
import type { StoreLimits } from './store-limits.ts';

/** Settings of the lockout protection; `false` turns the protection off. */
export type Protection =
  | false
  | {
      readonly scope: LockoutScope;
      /** Requests in flight at once. */
      readonly maxInFlight: number;
    };

/** Maximum number of calls that get a permit in one turn of the event loop. */
const permitsInTurn = 50;

/** The parts of a queue. */
export interface AdmissionQueueOptions {
  readonly origin: string;
  readonly source: CredentialSource;
  readonly clock: Clock;
  budgetOf(scope: LockoutScope): FailureBudget;
}

/**
 * The queue of calls with one credential.
 *
 * - A call waits for a token, for a slot under the rate limit of this process, for its circuit breaker, and for a
 *   slot in the store if processes share one. The call gets all of them together, as a {@link Permit}. While it waits
 *   for one of them, it holds none of the others (`#start`).
 * - The call with the higher priority goes first, then the one with the lower ticket number. A full limit stops only
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
export class AdmissionQueue {
  readonly #options: AdmissionQueueOptions;
  readonly #clock: Clock;
  readonly #limits: MemoryLimits;
  /** Created with the first store. */
  #storeLimits: StoreLimits | undefined;
  readonly #circuits = new Map<LockoutScope, CircuitBreaker>();
  readonly #entries = new PriorityQueue();
  #lastNumber = 0;
  /** Whether waiting calls must poll, because one request may not settle a promise of another. */
  readonly #polls = serverSide?.mustPoll() ?? false;
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

  constructor(options: AdmissionQueueOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#limits = new MemoryLimits(options.clock);
  }

  /** Whether the queue has no state worth keeping. */
  get idle(): boolean {
    const circuits = [...this.#circuits.values()];
    return this.#entries.size === 0 && this.#limits.idle && circuits.every(({ idle }) => idle);
  }

  /** Returns the limits of a client's calls. */
  policy(settings: RateLimitSettings, protection: Protection): ClientPolicy {
    const limit = this.#limits.of(settings);
    if (!protection) return { limit, circuit: undefined, maxInFlight: never };
    const { scope, maxInFlight } = protection;
    const { source, budgetOf, clock } = this.#options;
    const create = () =>
      new CircuitBreaker({ source, scope, clock, budget: budgetOf(scope), onChange: () => this.dispatch() });
    const circuit = this.#circuits.get(scope) ?? create();
    this.#circuits.set(scope, circuit);
    return { limit, circuit, maxInFlight };
  }

  /** Returns a ticket behind all earlier ones. */
  ticket(): Ticket {
    return { number: ++this.#lastNumber, hasBegun: false };
  }

  /** Returns the ticket of a call that declares how many requests may follow its first ones. */
  compositeTicket(priority: number, declared: number): CompositeTicket {
    return new CompositeTicket(++this.#lastNumber, priority, declared, () => this.#scheduleDispatch());
  }

  state({ limit: { window } }: ClientPolicy): RateLimitState {
    const now = this.#clock.now();
    const until = this.#limits.pause.until(now);
    const pausedUntil = until > now ? until : null;
    return { limit: window.limit, used: window.used(now), queued: this.#entries.size, pausedUntil };
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
    const entry = new QueueEntry(this, call, policy, this.#clock.now());
    const failure = blockingFailure(entry, this.#limits);
    if (failure) throw failure;
    const isAlone = this.#entries.size === 0;
    this.#entries.add(entry);
    if (serverSide && this.#polls) return this.#poll(entry, serverSide.poll);
    return new Promise((resolve, reject) => {
      entry.resolve = resolve;
      entry.reject = reject;
      if (isAlone) this.dispatch();
      else this.#scheduleDispatch();
      if (!entry.isQueued) return;
      listen(call.signal, entry);
      if (!isAlone && this.#waitsFor) entry.notifyWait(this.#waitsFor, this.#entries.size - 1, this.#clock.now());
    });
  }

  #poll(entry: QueueEntry, poll: ServerSide['poll']): Promise<Permit | 'timeout'> {
    return poll(entry, {
      source: this.#options.source,
      entries: this.#entries,
      limits: this.#limits,
      circuits: this.#circuits,
      start: () => this.#start(entry),
    });
  }

  /** Pauses the credential after a 429: nothing is sent for `ms` milliseconds. */
  pause(ms: number): void {
    this.#limits.pauseFor(ms);
    this.dispatch();
  }

  /** Rejects a client's waiting calls: all, or those for which `isEnded` holds. */
  close(policy: ClientPolicy, reason: unknown, isEnded: (call: QueuedCall) => boolean = () => true): void {
    rejectCalls(this.#entries, (entry) => (entry.policy === policy && isEnded(entry.call) ? reason : undefined));
  }

  /** Takes a call out of the queue. */
  leave(entry: QueueEntry): void {
    this.#entries.remove(entry);
    unlisten(entry.call.signal, entry);
    entry.storeLimit?.suspend();
    if (this.#entries.size > 0) this.#scheduleDispatch();
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
    if (this.#polls) return;
    if (this.#entries.size > 0) this.#letThrough();
    // After a full turn, the calls of the next turn may use the grants.
    if (!this.#turn?.isFull) this.#storeLimits?.releaseGrants();
  }

  #letThrough(): void {
    this.#cancelTimer();
    let nextDispatchAt = rejectBlocked(this.#entries, this.#limits, this.#circuits, this.#credentialWaitSince);
    let waitsFor: Wait | undefined;
    const full = new Set<MemoryLimit>();
    for (const entry of this.#entries) {
      const { limit } = entry.policy;
      if (!entry.isQueued || full.has(limit)) continue;
      if (this.#turn?.isFull) break;
      const started = this.#start(entry);
      if (started instanceof Permit) {
        this.leave(entry);
        entry.resolve?.(started);
        this.#turn?.count();
        continue;
      }
      if (started instanceof CallNotPermitted) {
        rejectAlike(this.#entries, entry, started);
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
    const now = this.#clock.now();
    const isNew = this.#waitsFor?.reason !== waitsFor.reason;
    this.#waitsFor = waitsFor;
    this.#credentialWaitSince = waitsFor.reason === 'credential' ? Math.min(this.#credentialWaitSince, now) : never;
    let ahead = 0;
    if (isNew) for (const entry of this.#entries) entry.notifyWait(waitsFor, ahead++, now);
    if (nextDispatchAt === never) return;
    const fail = (error: unknown) => rejectCalls(this.#entries, () => error);
    this.#cancelTimer = setClockTimer(this.#clock, Math.max(0, nextDispatchAt - now), () => this.dispatch(), fail);
  }

  /** Returns a permit, or the reason to wait or to fail. */
  #start(entry: QueueEntry): Permit | Wait | CallNotPermitted {
    const { source } = this.#options;
    const { call, policy } = entry;
    const { limit, circuit, maxInFlight } = policy;
    const credential = source.fresh;
    if (!credential) {
      this.#refresh(call);
      return { reason: 'token', until: never };
    }
    const wait = limit.wait(entry) ?? circuit?.wait(credential, maxInFlight);
    if (wait) return wait;
    // Only in a runtime that polls can a request end without its `finally`, so only there a slot needs a lease within
    // the process. In other runtimes a lease could end too early: while the computer sleeps or the event loop is
    // blocked, the response waits unread in its socket.
    const localLeaseMs = this.#polls ? leaseMsOf(call) : never;
    const slot = this.#acquireSlot(entry, credential, localLeaseMs);
    if (!('release' in slot)) return slot;
    const leaseUntil = this.#clock.now() + localLeaseMs;
    if (call.ticket instanceof CompositeTicket) limit.keepFor(call.ticket, leaseUntil);
    const place = circuit?.enter(credential, leaseUntil, slot.rejectedAt);
    return new Permit({ source, credential, slot, place, queue: this });
  }

  /** Takes a slot under the limit of this process, or with a store, under the limit of all processes. */
  #acquireSlot(entry: QueueEntry, credential: Credential, localLeaseMs: number): Slot | Wait | CallNotPermitted {
    const { limit } = entry.policy;
    const { store } = limit.settings;
    if (!store || !serverSide) return limit.acquire({ localLeaseMs });
    const { origin, clock } = this.#options;
    this.#storeLimits ??= serverSide.storeLimits({
      origin,
      clock,
      polls: this.#polls,
      waiting: () => this.#entries.size,
      dispatch: () => this.dispatch(),
    });
    return this.#storeLimits.acquire(entry, store, credential, localLeaseMs);
  }

  /** Calls the provider once for all waiting calls, in the context of the call that needs the credential. */
  #refresh(call: QueuedCall): void {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    this.#queueAbort ??= new AbortController();
    const { signal } = this.#queueAbort;
    const ended = () => {
      this.#isRefreshing = false;
      this.dispatch();
    };
    call
      .inContext(() => this.#options.source.refresh(signal))
      .then(ended, (error: unknown) => {
        if (!signal.aborted) rejectCalls(this.#entries, () => error);
        ended();
      });
  }
}
