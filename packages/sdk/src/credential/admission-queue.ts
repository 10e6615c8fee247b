import { limits } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { after, type Clock } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import { listen, unlisten } from '../platform/on-abort.ts';
import {
  type RateLimit,
  type RateLimitSettings,
  type RateLimitState,
  RateLimits,
  type Wait,
} from '../rate-limit/rate-limit.ts';
import { Refusal } from '../rate-limit/refusal.ts';
import type { SharedSlot } from '../rate-limit/shared-window.ts';
import { Admission } from './admission.ts';
import type { Start } from './ask-store.ts';
import { Circuit } from './circuit.ts';
import type { CredentialSource } from './credential.ts';
import type { FailureBudget, Scope } from './failure-budget.ts';
import type { ServerSide } from './server-side.ts';
import type { SharedFailures } from './shared-failures.ts';
import { type Applicant, type Terms, Waiter, Waiters } from './waiter.ts';

/** How the lockout is kept off; `false`: not at all. */
export type Protection =
  | false
  | {
      readonly scope: Scope;
      /** Requests in flight at once. */
      readonly maxInFlight: number;
    };

/** What a queue is made from. */
export interface AdmissionQueueOptions {
  readonly origin: string;
  readonly source: CredentialSource;
  readonly clock: Clock;
  budgetOf(scope: Scope): FailureBudget;
}

const never = Number.POSITIVE_INFINITY;

/**
 * Where the calls with one credential wait for it and for a slot under the rate limit, highest priority first. A call
 * is let through only when it can have both, so none holds one of them while it waits for the other.
 */
export class AdmissionQueue {
  readonly #options: AdmissionQueueOptions;
  readonly #clock: Clock;
  readonly #limits: RateLimits;
  readonly #circuits = new Map<Scope, Circuit>();
  readonly #waiters = new Waiters();
  /** Aborts when nobody waits any more; made when a provider or a store is asked. */
  #nobodyWaits: AbortController | undefined;
  readonly #polls = serverSide?.mustPoll() ?? false;
  #isRenewing = false;
  #isLookingSoon = false;
  #cancelTimer: () => void = () => {};
  #hasSeenSign = false;
  /** What the next call waits for. */
  #waitsFor: Wait | undefined;
  /** Since when only the credential has kept calls waiting. */
  #heldSince = never;

  constructor(options: AdmissionQueueOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#limits = new RateLimits(options.clock, serverSide?.share);
  }

  /** Whether a new one would behave the same. */
  get idle(): boolean {
    const circuits = [...this.#circuits.values()];
    return this.#waiters.size === 0 && this.#limits.idle && circuits.every(({ idle }) => idle);
  }

  /** What the calls of a client go by. */
  terms(settings: RateLimitSettings, protection: Protection): Terms {
    const limit = this.#limits.of(settings);
    if (!protection) return { limit, circuit: undefined, maxInFlight: never };
    const { scope, maxInFlight } = protection;
    const { source, budgetOf } = this.#options;
    const make = () =>
      new Circuit({ source, scope, clock: this.#clock, budget: budgetOf(scope), onChange: () => this.#look() });
    const circuit = this.#circuits.get(scope) ?? make();
    this.#circuits.set(scope, circuit);
    return { limit, circuit, maxInFlight };
  }

  state({ limit: { window } }: Terms): RateLimitState {
    const now = this.#clock.now();
    const { until } = this.#limits.pause;
    const pausedUntil = until > now ? until : null;
    return { limit: window.limit, used: window.used(now), queued: this.#waiters.size, pausedUntil };
  }

  /**
   * Waits until a request may be sent. `isAgain`: behind none of its priority, as it had its turn already. `'expired'`
   * when the call has waited for as long as its timeout while the service answered nobody.
   *
   * @throws Refusal when the call may not wait so long, or what it waits for has failed.
   * @throws the signal's reason, when it aborts first.
   */
  enter(call: Applicant, terms: Terms, isAgain: boolean): Promise<Admission | 'expired'> {
    call.signal?.throwIfAborted();
    const waiter = new Waiter(this, call, terms, this.#clock.now());
    const refusal = this.#refusalOf(waiter, this.#pauseRefusal(), terms.circuit?.refusal());
    if (refusal) throw refusal;
    const isAlone = this.#waiters.size === 0;
    this.#waiters.add(waiter, isAgain);
    if (serverSide && this.#polls) return this.#poll(waiter, serverSide.poll);
    return new Promise((resolve, reject) => {
      waiter.resolve = resolve;
      waiter.reject = reject;
      if (isAlone) this.#look();
      else this.#lookSoon();
      if (!waiter.isQueued) return;
      listen(call.signal, waiter);
      if (!isAlone && this.#waitsFor) waiter.tell(this.#waitsFor, this.#waiters.size - 1, this.#clock.now());
    });
  }

  #poll(waiter: Waiter, poll: ServerSide['poll']): Promise<Admission | 'expired'> {
    return poll(waiter, {
      clock: this.#clock,
      source: this.#options.source,
      waiters: this.#waiters,
      refuse: () => this.#refuse(),
      start: (one) => this.#start(one),
      leave: (one) => this.leave(one),
    });
  }

  /** The service answered 429: nothing is sent with the credential for `ms` milliseconds. */
  penalize(ms: number): void {
    this.#limits.penalize(ms);
    this.#look();
  }

  /**
   * Whether a 429 is a sign that the service counts failed authentications by address, and this client doesn't: the
   * credential had just been accepted, and the request limit is not near. Only the first is told.
   */
  isSignOfOtherScope({ limit, circuit }: Terms): boolean {
    if (this.#hasSeenSign || circuit?.scope !== 'credential' || !circuit.isClosed) return false;
    this.#hasSeenSign = 2 * limit.window.used(this.#clock.now()) < Math.min(limit.window.limit, limits.requests);
    return this.#hasSeenSign;
  }

  /** Ends the waiting of all calls of a client. */
  close(terms: Terms, reason: unknown): void {
    this.#reject((waiter) => (waiter.terms === terms ? reason : undefined));
  }

  /** Takes a call out of the queue. */
  leave(waiter: Waiter): void {
    this.#waiters.remove(waiter);
    unlisten(waiter.call.signal, waiter);
    if (this.#waiters.size > 0) this.#lookSoon();
    else this.#restUntilNext();
  }

  #restUntilNext(): void {
    this.#cancelTimer();
    this.#waitsFor = undefined;
    this.#heldSince = never;
    if (!this.#nobodyWaits) return;
    this.#nobodyWaits.abort(new DOMException('No call waits any more', 'AbortError'));
    this.#nobodyWaits = undefined;
    this.#limits.giveBackKept();
  }

  /** Lets through whoever may go, and sets the time of the next look. */
  #look(): void {
    // There, one request may not settle a promise of another.
    if (this.#polls) return;
    this.#cancelTimer();
    let lookAgainAt = this.#refuse();
    let waitsFor: Wait | undefined;
    const full = new Set<RateLimit>();
    for (const waiter of this.#waiters) {
      const { limit } = waiter.terms;
      if (full.has(limit)) continue;
      const found = this.#start(waiter);
      if (found instanceof Admission) {
        this.leave(waiter);
        waiter.resolve?.(found);
        continue;
      }
      const wait = found instanceof Promise ? this.#awaitStore(waiter, found) : found;
      waitsFor ??= wait;
      lookAgainAt = Math.min(lookAgainAt, wait.until);
      full.add(limit);
      // Another client may have a limit of its own, under which calls can still be sent.
      if (wait.reason !== 'rate-limit') break;
    }
    if (waitsFor) this.#wait(waitsFor, lookAgainAt);
  }

  /** Looks once for all that changes in this turn. */
  #lookSoon(): void {
    if (this.#isLookingSoon) return;
    this.#isLookingSoon = true;
    queueMicrotask(() => {
      this.#isLookingSoon = false;
      this.#look();
    });
  }

  #wait(waitsFor: Wait, lookAgainAt: number): void {
    const now = this.#clock.now();
    const isNew = this.#waitsFor?.reason !== waitsFor.reason;
    this.#waitsFor = waitsFor;
    this.#heldSince = waitsFor.reason === 'credential' ? Math.min(this.#heldSince, now) : never;
    let ahead = 0;
    if (isNew) for (const waiter of this.#waiters) waiter.tell(waitsFor, ahead++, now);
    if (lookAgainAt === never) return;
    const fail = (error: unknown) => this.#reject(() => error);
    this.#cancelTimer = after(this.#clock, lookAgainAt - now, () => this.#look(), fail);
  }

  /** Everything that a request needs, or what it waits for; a promise where a store is asked. */
  #start({ call, terms }: Waiter): Admission | Wait | Promise<Admission | Wait> {
    const { source } = this.#options;
    const { limit, circuit, maxInFlight } = terms;
    const now = this.#clock.now();
    const credential = source.fresh;
    if (!credential) {
      this.#renew(call);
      return { reason: 'token', until: never };
    }
    if (limit.held.until > now) return limit.held;
    const ms = this.#limits.wait(limit);
    if (ms > 0) return { reason: 'rate-limit', until: now + ms };
    const { timeout } = call.settings;
    // Given up after one timeout, a request may still arrive within another.
    const leaseMs = 2 * timeout;
    const inFlight = circuit?.enter(credential, this.#leaseEnd(leaseMs), maxInFlight);
    if (typeof inFlight === 'number') return { reason: 'credential', until: now + inFlight };
    const start: Start = { credential, inFlight, limit, leaseMs };
    return limit.shared ? this.#ask(start) : this.#admit(start);
  }

  #admit({ credential, inFlight, limit, leaseMs }: Start, slot?: SharedSlot, failures?: SharedFailures): Admission {
    const settleSlot = this.#limits.take(limit, this.#leaseEnd(leaseMs), slot);
    const settle = (afterMs: number) => {
      settleSlot(afterMs);
      // It was not used: nobody reckoned with its being free so soon.
      if (afterMs < 0) this.#lookSoon();
    };
    return new Admission({ source: this.#options.source, credential, inFlight, failures, settle });
  }

  /** When a lease ends by itself. Only where calls poll: elsewhere a `finally` always gives back what was taken. */
  #leaseEnd(leaseMs: number): number {
    return this.#polls ? this.#clock.now() + leaseMs : never;
  }

  #ask(start: Start): Promise<Admission | Wait> | Admission {
    const { origin, source } = this.#options;
    const asked = serverSide?.askStore({
      start,
      origin,
      source,
      clock: this.#clock,
      signal: this.#whileSomebodyWaits().signal,
      waiting: () => this.#waiters.size,
      pause: (until, windowMs) => this.#limits.pause.start(until, windowMs),
      admit: (slot, failures) => this.#admit(start, slot, failures),
    });
    return asked ?? this.#admit(start);
  }

  #awaitStore(waiter: Waiter, asked: Promise<Admission | Wait>): Wait {
    const { limit } = waiter.terms;
    const { signal } = this.#whileSomebodyWaits();
    const answered = (held: Wait) => {
      limit.held = held;
      this.#look();
    };
    asked.then(
      (found) => {
        if (!(found instanceof Admission)) return answered(found);
        if (waiter.isQueued) {
          this.leave(waiter);
          waiter.resolve?.(found);
        } else found.withdraw();
        answered(open);
      },
      (error: unknown) => {
        // Should each of the others ask it too, each would wait as long again.
        if (!signal.aborted) this.#reject((other) => (other.terms.limit === limit ? error : undefined));
        answered(open);
      },
    );
    limit.held = { reason: 'store', until: never };
    return limit.held;
  }

  /** Asks the provider once for all who wait, in the context of the call that needs the credential. */
  #renew(call: Applicant): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const { signal } = this.#whileSomebodyWaits();
    const ended = () => {
      this.#isRenewing = false;
      this.#look();
    };
    call
      .inContext(() => this.#options.source.renew(signal))
      .then(ended, (error: unknown) => {
        if (!signal.aborted) this.#reject(() => error);
        ended();
      });
  }

  #whileSomebodyWaits(): AbortController {
    this.#nobodyWaits ??= new AbortController();
    return this.#nobodyWaits;
  }

  /** Ends the waiting of those who may wait no longer; says when the next one's time will be over. */
  #refuse(): number {
    const circuits = [...this.#circuits.values()];
    const refusals = new Map(circuits.map((circuit) => [circuit, circuit.refusal()]));
    const paused = this.#pauseRefusal();
    let next = never;
    const isQuiet = !paused && circuits.every((circuit) => !refusals.get(circuit) && !circuit.isHung);
    if (isQuiet) return next;
    this.#reject((waiter) => {
      const { circuit } = waiter.terms;
      const refusal = this.#refusalOf(waiter, paused, circuit && refusals.get(circuit));
      if (!refusal) next = Math.min(next, this.#expiresAt(waiter));
      return refusal;
    });
    return next;
  }

  #pauseRefusal(): Refusal | undefined {
    const { until } = this.#limits.pause;
    if (until <= this.#clock.now()) return undefined;
    return new Refusal('RateLimitError', 'The credential is paused after a 429', { retryAt: until });
  }

  /** Why a call may wait no longer, if so: paused and refused, as far as that is its own fate. */
  #refusalOf(
    waiter: Waiter,
    paused: Refusal | undefined,
    refused: Refusal | undefined,
  ): Refusal | 'expired' | undefined {
    const now = this.#clock.now();
    const { deadlineAt, settings } = waiter.call;
    const until = paused?.retryAt ?? now;
    if (until - now > settings.retry.maxRetryAfter || until > Math.max(now, deadlineAt)) return paused;
    return refused ?? (this.#expiresAt(waiter) <= now ? 'expired' : undefined);
  }

  /** While the service answers nobody a call waits for its credential only as long as its own request would. */
  #expiresAt({ terms, since, call }: Waiter): number {
    return terms.circuit?.isHung ? Math.max(since, this.#heldSince) + call.settings.timeout : never;
  }

  #reject(reasonOf: (waiter: Waiter) => unknown): void {
    const rejected: [Waiter, unknown][] = [];
    for (const waiter of this.#waiters) {
      const reason = reasonOf(waiter);
      if (reason === undefined) continue;
      this.leave(waiter);
      rejected.push([waiter, reason]);
    }
    void inBatches(rejected, ([waiter, reason]) => {
      if (reason === 'expired') waiter.resolve?.(reason);
      else waiter.reject?.(reason);
    });
  }
}

const open: Wait = { reason: 'store', until: 0 };
