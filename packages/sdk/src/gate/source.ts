import { serverSide } from '#server-side';
import { limits as serviceLimits } from '@issue-tracking/model';
import { type Clock, passed } from '../platform/clock.ts';
import { blockedTo } from './breaker.ts';
import { rejectedFailure } from './call-not-permitted.ts';
import type { Gate } from './gate.ts';
import { type CredentialOption, type CredentialProvider, requestToken } from './provider.ts';
import type { ClientLimits, QueuedCall } from './settings.ts';
import { type Host, rejectAll, Waiting } from './waiting.ts';
import { Moments } from './window.ts';

/** Where the calls of a client get their credential: each as the gate where calls with it wait. */
export interface Source {
  /** Whether a rejected credential can be replaced. */
  readonly isProvided: boolean;
  /** The gate of the present credential, or of the last one. */
  readonly last: Gate | undefined;
  /** Calls that wait for the credential. */
  readonly queued: number;
  /**
   * Returns the gate of the credential to use now, at once if there is one.
   *
   * @throws CallNotPermitted when the function fails, or too many of its credentials were rejected.
   * @throws the signal's reason, when it aborts first.
   */
  gate(call: QueuedCall, limits: ClientLimits): Gate | Promise<Gate>;
  /** Whether the credential of a gate is still the one to use. */
  isCurrent(gate: Gate): boolean;
  /**
   * Has a function asked for another credential, because this one is rejected or blocked. The function may return it again.
   * Returns `false` if it has done so within the last second, or if there is no function. `at`: when it was rejected in
   * another process, which may have been before this credential came.
   */
  replace(gate: Gate, at?: number): boolean;
  accepted(gate: Gate): void;
  /** Returns whether too many credentials of a function are rejected, so that none is asked for. */
  rejected(gate: Gate, now: number): boolean;
}

/** Returns the source of an API key or a token that can't be refreshed. */
export function fixedSource(gate: Gate): Source {
  return {
    isProvided: false,
    last: gate,
    queued: 0,
    gate: () => gate,
    isCurrent: () => true,
    replace: () => false,
    accepted() {},
    rejected: () => false,
  };
}

/** Time before the end of a token at which it is refreshed; at most a tenth of its life. */
const marginMs = 30_000;
/** Minimum time between two calls of a function that returns the same rejected token, or fails for one that still lives. */
const askAgainMs = 1_000;
/** Rejected credentials in a row for which a function is believed: the first one may just have expired. */
const rejectionsAllowed = 2;

/** The credential of a function. */
interface Current {
  readonly gate: Gate;
  readonly obtainedAt: number;
  /** Whether it is time to ask for the next one. */
  readonly isDue: () => boolean;
  readonly hasEnded: () => boolean;
}

/** A function, which is called once for all waiting calls. */
export class ProvidedSource implements Source, Host {
  readonly isProvided = true;
  readonly clock: Clock;
  readonly #provider: CredentialProvider;
  readonly #option: CredentialOption;
  readonly #gateOf: (token: string) => Gate;
  readonly #waiting = new Set<Waiting<Gate>>();
  #current: Current | undefined;
  last: Gate | undefined;
  #refreshing: AbortController | undefined;
  #caller: Waiting<Gate> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** The last token that was rejected or blocked. */
  #rejected: string | undefined;
  /** When credentials were rejected, one after the other, since the last success. */
  readonly #rejections = new Moments(serviceLimits.authenticationWindowMs);
  #lastRejected: Gate | undefined;
  /** Until when too many rejected credentials block all calls. */
  #blockedUntil = 0;

  constructor(
    provider: CredentialProvider,
    clock: Clock,
    gateOf: (token: string) => Gate,
    option: CredentialOption = 'accessToken',
  ) {
    this.#provider = provider;
    this.#option = option;
    this.clock = clock;
    this.#gateOf = gateOf;
  }

  get queued(): number {
    return this.#waiting.size;
  }

  get #usable(): Current | undefined {
    return this.#current?.hasEnded() ? undefined : this.#current;
  }

  gate(call: QueuedCall, limits: ClientLimits): Gate | Promise<Gate> {
    const now = this.clock.now();
    const usable = this.#usable;
    if (usable) {
      // In Workers nothing outlives its request.
      const canAskAhead = now >= this.#askedAt + askAgainMs && !serverSide?.isWorker();
      if (canAskAhead && usable.isDue()) this.#refresh();
      return usable.gate;
    }
    call.signal?.throwIfAborted();
    if (limits.isProtected && now < this.#blockedUntil) throw rejectedFailure(this.#blockedUntil, now);
    const waiting = new Waiting<Gate>(call, limits, this);
    this.#waiting.add(waiting);
    this.#refresh(waiting);
    waiting.notify('token');
    return waiting.promise;
  }

  isCurrent(gate: Gate): boolean {
    return this.#usable?.gate === gate;
  }

  replace(gate: Gate, at = Number.POSITIVE_INFINITY): boolean {
    const current = this.#current;
    if (current?.gate !== gate) return true;
    if (at <= current.obtainedAt) return false;
    const wasAsked = this.#rejected === gate.token;
    if (wasAsked && this.clock.now() < current.obtainedAt + askAgainMs) return false;
    this.#current = undefined;
    this.#rejected = gate.token;
    gate.recall();
    return true;
  }

  accepted(gate: Gate): void {
    // A late success of a rejected credential says nothing about the next one.
    if (gate !== this.#lastRejected) this.#rejections.clear();
  }

  rejected(gate: Gate, now: number): boolean {
    if (gate !== this.#lastRejected && gate === this.#current?.gate) {
      this.#lastRejected = gate;
      this.#rejections.add(now);
      if (this.#rejections.count(now) >= rejectionsAllowed) this.#blockedUntil = blockedTo(this.#rejections, now);
    }
    return now < this.#blockedUntil;
  }

  look(): void {
    const now = this.clock.now();
    for (const waiting of this.#waiting) if (waiting.isGone(now)) waiting.leave();
    // The request that has called the function may have ended, and the call of the function with it.
    if (!this.#caller?.isOver || this.#usable) return;
    this.#refreshing = undefined;
    const [next] = this.#waiting;
    if (next) this.#refresh(next);
  }

  left(waiting: Waiting<Gate>): void {
    this.#waiting.delete(waiting);
    // A refresh ahead of the end goes on without calls. In Workers, another request's signal can't be aborted.
    if (this.#waiting.size > 0 || this.#usable) return;
    if (!serverSide?.isWorker()) this.#refreshing?.abort(new DOMException('No call waits for the credential any more', 'AbortError'));
    this.#refreshing = undefined;
  }

  /** `caller`: the call for which the function is called, unless it is called ahead. */
  async #refresh(caller?: Waiting<Gate>): Promise<void> {
    if (this.#refreshing) return;
    this.#caller = caller;
    const refreshing = new AbortController();
    this.#refreshing = refreshing;
    const { signal } = refreshing;
    this.#askedAt = this.clock.now();
    try {
      const gate = await this.#ask(signal);
      if (this.#refreshing === refreshing) this.#refreshing = undefined;
      for (const waiting of gate ? [...this.#waiting] : []) waiting.resolve(gate as Gate);
      // After all of them have entered, so that the order is that of their tickets.
      gate?.recall();
    } catch (reason) {
      if (this.#refreshing === refreshing) this.#refreshing = undefined;
      if (!signal.aborted) rejectAll(this.#waiting, reason);
    }
  }

  async #ask(signal: AbortSignal): Promise<Gate | undefined> {
    for (;;) {
      const rejected = this.#rejected;
      const request = rejected === undefined ? { signal } : { signal, rejected };
      const { token, expiresAt } = await requestToken(this.#provider, this.#option, request);
      if (signal.aborted) return undefined;
      // It was rejected while the function ran, so ask again with that token.
      if (token === this.#rejected && token !== rejected) continue;
      const gate = this.#gateOf(token);
      const before = this.last;
      const life = expiresAt - (this.clock.date?.() ?? this.clock.now());
      this.#current = {
        gate,
        obtainedAt: this.clock.now(),
        // If a token seems expired on arrival, the clocks disagree, and only a 401 shows when the token ends.
        isDue: ends(life, Math.min(marginMs, life / 10), this.clock),
        // A key has no end: its time says when to read it again.
        hasEnded: this.#option === 'apiKey' ? () => false : ends(life, 0, this.clock),
      };
      this.last = gate;
      if (before && before !== gate) {
        gate.takeOver(before);
        before.recall();
      }
      return gate;
    }
  }
}

function ends(life: number, marginMs: number, clock: Clock): () => boolean {
  return life <= 0 || life === Number.POSITIVE_INFINITY ? () => false : passed(life - marginMs, clock);
}
