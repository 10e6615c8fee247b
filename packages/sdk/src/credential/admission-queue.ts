import { limits } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { after, type Clock } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import { listen, unlisten } from '../platform/on-abort.ts';
import { Registry } from '../platform/registry.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import { type MemoryLimit, MemoryLimits } from '../rate-limit/memory-limit.ts';
import {
  never,
  type RateLimit,
  type RateLimitSettings,
  type RateLimitState,
  type Wait,
} from '../rate-limit/rate-limit.ts';
import type { StoreLimit } from '../rate-limit/store-limit.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { CredentialSource } from './credential.ts';
import type { FailureBudget, LockoutScope } from './failure-budget.ts';
import { Permit } from './permit.ts';
import { type ClientPolicy, goesBefore, PriorityQueue, type QueuedCall, QueueEntry } from './queue-entry.ts';
import { UnprotectedRequest } from './request-in-flight.ts';
import type { ServerSide } from './server-side.ts';
import { CompositeTicket, type Ticket } from './ticket.ts';

/** How lockouts are prevented; `false`: not at all. */
export type Protection =
  | false
  | {
      readonly scope: LockoutScope;
      /** Requests in flight at once. */
      readonly maxInFlight: number;
    };

/** The most calls that are let through before everything else in the program has its turn. */
const permitsInTurn = 50;

/** The parts of a queue. */
export interface AdmissionQueueOptions {
  readonly origin: string;
  readonly source: CredentialSource;
  readonly clock: Clock;
  budgetOf(scope: LockoutScope): FailureBudget;
}

/**
 * The calls that wait with one credential, highest priority first, then in the order in which they were made. A call waits for a token, for a slot under the rate
 * limit of this process, for its circuit breaker, and where processes share a store for the store: see `#start`. It is
 * let through only when it has all of them, so none holds one while it waits for another.
 */
export class AdmissionQueue {
  readonly #options: AdmissionQueueOptions;
  readonly #clock: Clock;
  readonly #limits: MemoryLimits;
  readonly #storeLimits = new Registry<StoreLimit>();
  readonly #circuits = new Map<LockoutScope, CircuitBreaker>();
  readonly #entries = new PriorityQueue();
  #lastNumber = 0;
  /** Composite calls that have sent their first request and will send more. */
  readonly #begun = new Set<CompositeTicket>();
  readonly #polls = serverSide?.mustPoll() ?? false;
  /** Aborts when the queue becomes empty. Created when a provider is asked. */
  #queueAbort: AbortController | undefined;
  #isRenewing = false;
  #isDispatchScheduled = false;
  #permitsInTurn = 0;
  #cancelTimer: () => void = () => {};
  #hasSeenOtherScope = false;
  /** What the next call waits for. */
  #waitsFor: Wait | undefined;
  /** Since when only the credential has kept calls waiting. */
  #blockedSince = never;

  constructor(options: AdmissionQueueOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#limits = new MemoryLimits(options.clock);
  }

  /** Whether a new one would behave the same. */
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
      new CircuitBreaker({ source, scope, clock, budget: budgetOf(scope), onChange: () => this.#dispatch() });
    const circuit = this.#circuits.get(scope) ?? create();
    this.#circuits.set(scope, circuit);
    return { limit, circuit, maxInFlight };
  }

  /** Returns a ticket behind all that were given out before. */
  ticket(): Ticket {
    return { number: ++this.#lastNumber, hasBegun: false };
  }

  /** Returns the ticket of a call that declares how many requests may follow its first ones. */
  compositeTicket({ limit }: ClientPolicy, priority: number, declared: number): CompositeTicket {
    const ticket = new CompositeTicket(++this.#lastNumber, limit, priority, declared, () => {
      if (ticket.declared === 0) this.#begun.delete(ticket);
      this.#scheduleDispatch();
    });
    return ticket;
  }

  state({ limit: { window } }: ClientPolicy): RateLimitState {
    const now = this.#clock.now();
    const until = this.#limits.pause.until(now);
    const pausedUntil = until > now ? until : null;
    return { limit: window.limit, used: window.used(now), queued: this.#entries.size, pausedUntil };
  }

  /**
   * Waits until a request may be sent. `'expired'` when the call timed out here because the service is unresponsive.
   *
   * @throws CallNotPermitted when the call may not wait so long, or what it waits for has failed.
   * @throws the signal's reason, when it aborts first.
   */
  acquire(call: QueuedCall, policy: ClientPolicy): Promise<Permit | 'expired'> {
    call.signal?.throwIfAborted();
    const entry = new QueueEntry(this, call, policy, this.#clock.now());
    const failure = this.#overdue(entry, this.#pauseFailure(), policy.circuit?.openFailure());
    if (failure) throw failure;
    const isAlone = this.#entries.size === 0;
    this.#entries.add(entry);
    if (serverSide && this.#polls) return this.#poll(entry, serverSide.poll);
    return new Promise((resolve, reject) => {
      entry.resolve = resolve;
      entry.reject = reject;
      if (isAlone) this.#dispatch();
      else this.#scheduleDispatch();
      if (!entry.isQueued) return;
      listen(call.signal, entry);
      if (!isAlone && this.#waitsFor) entry.tell(this.#waitsFor, this.#entries.size - 1, this.#clock.now());
    });
  }

  #poll(entry: QueueEntry, poll: ServerSide['poll']): Promise<Permit | 'expired'> {
    return poll(entry, {
      clock: this.#clock,
      source: this.#options.source,
      entries: this.#entries,
      rejectOverdue: () => this.#rejectOverdue(),
      isDue: (one) => this.#isDue(one),
      start: (one) => this.#start(one),
      rejectAlike: (one, failure) => this.#rejectAlike(one, failure),
      leave: (one) => this.leave(one),
    });
  }

  /** The service answered 429: nothing is sent with the credential for `ms` milliseconds. */
  pause(ms: number): void {
    this.#limits.pauseFor(ms);
    this.#dispatch();
  }

  /** A slot was not used, so it is free earlier than any timer expects. */
  slotFreed(): void {
    this.#scheduleDispatch();
  }

  /**
   * Whether a 429 is a sign that the service counts failed authentications by address, and this client doesn't: the
   * credential had just been accepted, and the request limit is not near. Only the first time.
   */
  isSignOfOtherScope({ limit: { window }, circuit }: ClientPolicy): boolean {
    if (this.#hasSeenOtherScope || circuit?.scope !== 'credential' || !circuit.hasClosed) return false;
    this.#hasSeenOtherScope = 2 * window.used(this.#clock.now()) < Math.min(window.limit, limits.requests);
    return this.#hasSeenOtherScope;
  }

  /** Ends the waiting of a client's calls: of all, or of those for which `isEnded` holds. */
  close(policy: ClientPolicy, reason: unknown, isEnded: (call: QueuedCall) => boolean = () => true): void {
    this.#reject((entry) => (entry.policy === policy && isEnded(entry.call) ? reason : undefined));
  }

  /** Takes a call out of the queue. */
  leave(entry: QueueEntry): void {
    this.#entries.remove(entry);
    unlisten(entry.call.signal, entry);
    entry.storeLimit?.rest();
    if (this.#entries.size > 0) this.#scheduleDispatch();
    else this.#rest();
  }

  #rest(): void {
    this.#cancelTimer();
    this.#waitsFor = undefined;
    this.#blockedSince = never;
    for (const storeLimit of this.#storeLimits.values()) storeLimit.rest();
    this.#queueAbort?.abort(new DOMException('No call waits any more', 'AbortError'));
    this.#queueAbort = undefined;
  }

  /** Lets all permitted calls through, and schedules the next dispatch. */
  #dispatch(): void {
    // There, one request may not settle a promise of another.
    if (this.#polls) return;
    this.#cancelTimer();
    let nextDispatchAt = this.#rejectOverdue();
    let waitsFor: Wait | undefined;
    const full = new Set<MemoryLimit>();
    for (const entry of this.#entries) {
      const { limit } = entry.policy;
      if (!entry.isQueued || full.has(limit)) continue;
      if (this.#permitsInTurn >= permitsInTurn) break;
      const found = this.#start(entry);
      if (found instanceof Permit) {
        this.leave(entry);
        entry.resolve?.(found);
        this.#countPermit();
        continue;
      }
      if (found instanceof CallNotPermitted) {
        this.#rejectAlike(entry, found);
        continue;
      }
      full.add(limit);
      waitsFor ??= found;
      nextDispatchAt = Math.min(nextDispatchAt, found.until);
      // Another client may have a limit of its own, under which calls can still be sent.
      if (found.reason !== 'rate-limit' || full.size === this.#limits.size) break;
    }
    // The next turn takes them.
    if (this.#permitsInTurn < permitsInTurn) {
      for (const storeLimit of this.#storeLimits.values()) storeLimit.giveBack();
    }
    if (waitsFor) this.#wait(waitsFor, nextDispatchAt);
  }

  /** Dispatches once for all that changes in this turn. */
  #scheduleDispatch(): void {
    if (this.#isDispatchScheduled) return;
    this.#isDispatchScheduled = true;
    queueMicrotask(() => {
      this.#isDispatchScheduled = false;
      this.#dispatch();
    });
  }

  /**
   * Where responses come without I/O, as from a mock, calls would follow each other in microtasks, and nothing else in
   * the program would have its turn.
   */
  #countPermit(): void {
    // A page's requests are never without I/O.
    if (!serverSide || this.#permitsInTurn++ > 0) return;
    serverSide.nextMacrotask(() => {
      const isFull = this.#permitsInTurn >= permitsInTurn;
      this.#permitsInTurn = 0;
      if (isFull) this.#dispatch();
    });
  }

  #wait(waitsFor: Wait, nextDispatchAt: number): void {
    const now = this.#clock.now();
    const isNew = this.#waitsFor?.reason !== waitsFor.reason;
    this.#waitsFor = waitsFor;
    this.#blockedSince = waitsFor.reason === 'credential' ? Math.min(this.#blockedSince, now) : never;
    let ahead = 0;
    if (isNew) for (const entry of this.#entries) entry.tell(waitsFor, ahead++, now);
    if (nextDispatchAt === never) return;
    const fail = (error: unknown) => this.#reject(() => error);
    this.#cancelTimer = after(this.#clock, Math.max(0, nextDispatchAt - now), () => this.#dispatch(), fail);
  }

  /** Returns everything that a request needs; or what it waits for, or why it must not be sent. */
  #start(entry: QueueEntry): Permit | Wait | CallNotPermitted {
    const { source } = this.#options;
    const { limit, circuit, maxInFlight } = entry.policy;
    const credential = source.fresh;
    if (!credential) {
      this.#renew(entry.call);
      return { reason: 'token', until: never };
    }
    const wait = limit.wait(this.#keptBefore(entry)) ?? circuit?.wait(credential, maxInFlight);
    if (wait) return wait;
    // An abandoned request may still arrive within another timeout.
    const leaseMs = 2 * entry.call.settings.timeout;
    // Leases end only where their holder can die. A process can. A request can only where calls poll: elsewhere a `finally`
    // always releases what it holds, and a lease would end while the computer sleeps or the event loop is blocked, with
    // the response unread in its socket.
    const heldMs = this.#polls ? leaseMs : never;
    const request = {
      token: credential.token,
      leaseMs,
      heldMs,
      lockout: circuit?.limit,
      capacity: this.#polls ? 1 : this.#capacity(entry),
      waiting: () => this.#entries.size,
    };
    const slot = entry.call.inContext(() => this.#limitOf(entry).acquire(request));
    if (!('release' in slot)) return slot;
    this.#begin(entry.call.ticket, heldMs);
    return new Permit({
      credential,
      isProvided: source.renewable,
      inFlight:
        circuit?.enter(credential, this.#clock.now() + heldMs, slot.rejectedAt) ??
        new UnprotectedRequest(source, credential),
      slot,
      queue: this,
    });
  }

  #begin(ticket: Ticket, heldMs: number): void {
    if (!(ticket instanceof CompositeTicket) || ticket.declared === 0 || this.#begun.has(ticket)) return;
    ticket.declaredUntil = this.#clock.now() + heldMs;
    this.#begun.add(ticket);
  }

  /** Returns how many slots are kept for composite calls before this one. */
  #keptBefore(entry: QueueEntry): number {
    let kept = 0;
    const { limit } = entry.policy;
    for (const ticket of this.#begun) {
      if (ticket.declaredUntil <= this.#clock.now()) this.#begun.delete(ticket);
      else if (ticket !== entry.call.ticket && ticket.limit === limit && goesBefore(ticket, entry))
        kept += ticket.declared;
    }
    return kept;
  }

  /** Returns how many requests may be sent at once, as far as this process knows. */
  #capacity(entry: QueueEntry): number {
    const { limit, circuit, maxInFlight } = entry.policy;
    const credential = this.#options.source.fresh;
    const permitted = credential && circuit ? circuit.capacity(credential, maxInFlight) : never;
    return Math.min(limit.capacity(this.#keptBefore(entry)), permitted);
  }

  #isDue(entry: QueueEntry): boolean {
    let ahead = 0;
    const capacity = Math.max(1, this.#capacity(entry));
    for (const other of this.#entries) {
      if (other === entry) return true;
      if (other.policy.limit === entry.policy.limit && ++ahead >= capacity) return false;
    }
    return false;
  }

  /** Returns the limit of this process, or with a store that of all processes. */
  #limitOf(entry: QueueEntry): RateLimit {
    const memory = entry.policy.limit;
    const { store } = memory.settings;
    if (!store || !serverSide) return memory;
    const { storeLimit } = serverSide;
    const { origin, clock } = this.#options;
    const create = (onChange: () => void) => storeLimit({ memory, store, origin, clock, onChange });
    if (!this.#polls) return this.#storeLimits.find(memory.key, () => create(() => this.#dispatch()));
    // There, a promise of one request's trip must not be awaited by another.
    entry.storeLimit ??= create(() => entry.wake?.());
    return entry.storeLimit;
  }

  /** Asks the provider once for all waiting calls, in the context of the call that needs the credential. */
  #renew(call: QueuedCall): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    this.#queueAbort ??= new AbortController();
    const { signal } = this.#queueAbort;
    const ended = () => {
      this.#isRenewing = false;
      this.#dispatch();
    };
    call
      .inContext(() => this.#options.source.renew(signal))
      .then(ended, (error: unknown) => {
        if (!signal.aborted) this.#reject(() => error);
        ended();
      });
  }

  /** Ends the waiting of those who may wait no longer. Returns when the next one's time will be over. */
  #rejectOverdue(): number {
    const circuits = [...this.#circuits.values()];
    const failures = new Map(circuits.map((circuit) => [circuit, circuit.openFailure()]));
    const pause = this.#pauseFailure();
    let next = never;
    const isQuiet = !pause && circuits.every((circuit) => !failures.get(circuit) && !circuit.isUnresponsive);
    if (isQuiet) return next;
    this.#reject((entry) => {
      const { circuit } = entry.policy;
      const failure = this.#overdue(entry, pause, circuit && failures.get(circuit));
      if (!failure) next = Math.min(next, this.#expiresAt(entry));
      return failure;
    });
    return next;
  }

  #pauseFailure(): CallNotPermitted | undefined {
    const now = this.#clock.now();
    const until = this.#limits.pause.until(now);
    if (until <= now) return undefined;
    return new CallNotPermitted('RateLimitError', 'The credential is paused after a 429', { retryAt: until });
  }

  /** Returns why a queued call must end now, if so: `pause` only where it lasts too long for the call. */
  #overdue(
    entry: QueueEntry,
    pause: CallNotPermitted | undefined,
    open: CallNotPermitted | undefined,
  ): CallNotPermitted | 'expired' | undefined {
    const now = this.#clock.now();
    const { deadlineAt, settings } = entry.call;
    const until = pause?.retryAt ?? now;
    if (until - now > settings.retry.maxRetryAfter || until > Math.max(now, deadlineAt)) return pause;
    return open ?? (this.#expiresAt(entry) <= now ? 'expired' : undefined);
  }

  /** While the service is unresponsive a call waits for its credential only as long as its own request would. */
  #expiresAt({ policy, since, call }: QueueEntry): number {
    return policy.circuit?.isUnresponsive ? Math.max(since, this.#blockedSince) + call.settings.timeout : never;
  }

  /** Rejects a call, and those for which the store would say the same. */
  #rejectAlike({ policy: { limit, circuit } }: QueueEntry, failure: CallNotPermitted): void {
    this.#reject(({ policy }) => (policy.limit === limit && policy.circuit === circuit ? failure : undefined));
  }

  #reject(reasonOf: (entry: QueueEntry) => unknown): void {
    const rejected: [QueueEntry, unknown][] = [];
    for (const entry of this.#entries) {
      const reason = reasonOf(entry);
      if (reason === undefined) continue;
      this.leave(entry);
      rejected.push([entry, reason]);
    }
    void inBatches(rejected, ([entry, reason]) => {
      if (reason === 'expired') entry.resolve?.(reason);
      else entry.reject?.(reason);
    });
  }
}
