import { limits as serviceLimits } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { type Clock, passed } from '../platform/clock.ts';
import { blockedTo } from './breaker.ts';
import { rejectedFailure } from './call-not-permitted.ts';
import type { Gate } from './gate.ts';
import { Moments } from './moments.ts';
import { type CredentialOption, type CredentialProvider, requestToken } from './provider.ts';
import type { ClientLimits, CredentialGate, QueuedCall } from './settings.ts';
import type { Source } from './source.ts';
import { type Host, rejectAll, Waiting } from './waiting.ts';

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
  readonly isEndKnown: boolean;
  /** Whether it is time to ask for the next one. */
  readonly isDue: () => boolean;
  readonly hasEnded: () => boolean;
}

/** The credentials of a function, which is called once for all calls that wait. */
export class ProvidedSource implements Source, Host<Gate> {
  readonly isProvided = true;
  readonly clock: Clock;
  readonly #provider: CredentialProvider;
  readonly #option: CredentialOption;
  readonly #gateOf: (token: string) => Gate;
  readonly #waiting = new Set<Waiting<Gate>>();
  #current: Current | undefined;
  last: Gate | undefined;
  /** The run of the function, and the call for which it runs, unless it runs ahead of the end. */
  #asking: { readonly stop: AbortController; readonly by: Waiting<Gate> | undefined } | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** The last token that was rejected or blocked. */
  #rejected: string | undefined;
  #lastRejected: CredentialGate | undefined;
  /** When credentials were rejected, one after the other, since the last success. */
  readonly #rejections = new Moments(serviceLimits.authenticationWindowMs);
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
      // Beside the calls, which go on with this one.
      if (requestsShare() && now >= this.#askedAt + askAgainMs && usable.isDue()) this.#ask();
      return usable.gate;
    }
    call.signal?.throwIfAborted();
    if (limits.isProtected && now < this.#blockedUntil) throw rejectedFailure(this.#blockedUntil, now);
    const waiting = new Waiting<Gate>(call, limits, this);
    this.#waiting.add(waiting);
    this.#ask(waiting);
    waiting.notify('token');
    return waiting.promise;
  }

  isCurrent(gate: CredentialGate): boolean {
    return this.#usable?.gate === gate;
  }

  replace(gate: CredentialGate, at = Number.POSITIVE_INFINITY): boolean {
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

  accepted(gate: CredentialGate): void {
    // A late success of a rejected credential says nothing about the next one.
    if (gate !== this.#lastRejected) this.#rejections.clear();
  }

  renew(gate: CredentialGate): boolean {
    if (!this.#mayHaveEnded(this.clock.now())) return false;
    this.#current = undefined;
    gate.recall();
    return true;
  }

  /** Whether nothing is known about the end of the credential, and it is not fresh. */
  #mayHaveEnded(at: number): boolean {
    const { isEndKnown, obtainedAt } = this.#current ?? { isEndKnown: true, obtainedAt: at };
    return !isEndKnown && at > obtainedAt + askAgainMs;
  }

  rejected(gate: CredentialGate, now: number, sentAt: number): number | undefined {
    // A credential that has ended while its calls waited for a slot is no fault of the function.
    if (gate !== this.#lastRejected && gate === this.#current?.gate && !this.#mayHaveEnded(sentAt)) {
      this.#lastRejected = gate;
      this.#rejections.add(now);
      if (this.#rejections.count(now) >= rejectionsAllowed) this.#blockedUntil = blockedTo(this.#rejections, now);
    }
    return now < this.#blockedUntil ? this.#blockedUntil : undefined;
  }

  look(): void {
    for (const waiting of this.#waiting) if (waiting.isGone?.()) waiting.leave();
    // The request for which the function ran may have ended, and the function with it.
    if (!this.#asking?.by?.isOver || this.#usable) return;
    this.#asking = undefined;
    const [next] = this.#waiting;
    if (next) this.#ask(next);
  }

  left(waiting: Waiting<Gate>): void {
    this.#waiting.delete(waiting);
    // A refresh ahead of the end goes on without calls.
    if (this.#waiting.size > 0 || this.#usable) return;
    if (requestsShare()) {
      this.#asking?.stop.abort(new DOMException('No call waits for the credential any more', 'AbortError'));
    }
    this.#asking = undefined;
  }

  async #ask(by?: Waiting<Gate>): Promise<void> {
    if (this.#asking) return;
    const asking = { stop: new AbortController(), by };
    this.#asking = asking;
    this.#askedAt = this.clock.now();
    const { signal } = asking.stop;
    try {
      const gate = await this.#nextGate(signal);
      if (this.#asking === asking) this.#asking = undefined;
      if (!gate) return;
      for (const waiting of [...this.#waiting]) waiting.resolve(gate);
      // After all of them have entered, so that the order is that of their tickets.
      gate.recall();
    } catch (reason) {
      if (this.#asking === asking) this.#asking = undefined;
      if (!signal.aborted) rejectAll(this.#waiting, reason);
    }
  }

  async #nextGate(signal: AbortSignal): Promise<Gate | undefined> {
    for (;;) {
      const rejected = this.#rejected;
      const request = rejected === undefined ? { signal } : { signal, rejected };
      const { token, lifeMs } = await requestToken(this.#provider, this.#option, request, this.clock);
      if (signal.aborted) return undefined;
      // It was rejected while the function ran, so the function is asked again with that token.
      if (token === this.#rejected && token !== rejected) continue;
      return this.#use(this.#gateOf(token), lifeMs);
    }
  }

  #use(gate: Gate, lifeMs: number): Gate {
    this.#current = {
      gate,
      obtainedAt: this.clock.now(),
      isEndKnown: lifeMs !== Number.POSITIVE_INFINITY || this.#option === 'apiKey',
      isDue: endOf(lifeMs, Math.min(marginMs, lifeMs / 10), this.clock),
      // A key has no end: its time says when to read it again.
      hasEnded: this.#option === 'apiKey' ? () => false : endOf(lifeMs, 0, this.clock),
    };
    const before = this.last;
    this.last = gate;
    if (before && before !== gate) {
      gate.takeOver(before);
      before.recall();
    }
    return gate;
  }
}

/** Whether what one call begins may serve others, and be ended by them. In Workers, nothing outlives the request that began it. */
function requestsShare(): boolean {
  return serverSide ? !serverSide.isWorker() : true;
}

/** If a token seems expired on arrival, the clocks disagree, and only a 401 shows when the token ends. */
function endOf(lifeMs: number, earlierMs: number, clock: Clock): () => boolean {
  return lifeMs <= 0 || lifeMs === Number.POSITIVE_INFINITY ? () => false : passed(lifeMs - earlierMs, clock);
}
