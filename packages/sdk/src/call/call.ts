import type { EndpointName } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import type { Attempt, CallContext } from '../errors/issue-tracking-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { WaitEvent } from '../hooks.ts';
import { anySignal } from '../platform/any-signal.ts';
import { after, type Clock } from '../platform/clock.ts';
import type { Ticket } from '../rate-limit/ticket.ts';
import type { ApiRequest } from '../validation/request.ts';
import type { Core } from './core.ts';
import { waitEvent } from './emitter.ts';
import type { Answer, Outcome } from './outcome.ts';
import { leavesDoubt } from './retry-policy.ts';
import type { CallSettings } from './settings.ts';

/** The result of an attempt in errors and events: its status if it had one, its error's name if it failed. */
export type AttemptResult = Omit<Attempt, 'waitedMs'>;

let calls = 0;

/**
 * One call: what is sent, within which limits, and what has happened so far. There can be tens of thousands, so what can
 * be read elsewhere is not kept.
 */
export class Call implements CallContext {
  readonly callId: number = ++calls;
  readonly core: Core;
  readonly request: ApiRequest;
  readonly settings: CallSettings;
  ticket: Ticket;
  readonly attempts: Attempt[] = [];
  sent = false;
  mayHaveBeenApplied: boolean | undefined;
  notSentAgain: string | undefined;
  /** Retries before this attempt. */
  retries = 0;
  /** The 401 after which it is sent once more. */
  refused: Answer | undefined;
  /** When the first attempt went out. */
  firstSentAt: number | undefined;
  /** When the call last stopped waiting for an answer; at first, when it began. */
  #freeSince: number;
  #waitedMs = 0;
  #deadline: ReturnType<typeof endAfter> | undefined;
  #shownPath: string | undefined;
  #cancelLongWait: (() => void) | undefined;
  readonly #context = serverSide?.captureContext();

  constructor(core: Core, request: ApiRequest, settings: CallSettings) {
    this.core = core;
    this.request = request;
    this.settings = settings;
    this.ticket = settings.ticket ?? core.queue.ticket();
    if (settings.headers !== core.settings.headers) core.secrets.addHeaders(settings.headers);
    this.#freeSince = this.clock.now();
    const { deadline, signal } = settings;
    if (deadline !== undefined) this.#deadline = endAfter(core.clock, deadline, signal);
    this.mayHaveBeenApplied = request.method === 'GET' ? undefined : false;
  }

  get method(): string {
    return this.request.method;
  }

  get path(): string {
    return this.request.path;
  }

  get endpoint(): EndpointName | undefined {
    return this.request.endpoint;
  }

  get clock(): Clock {
    return this.core.clock;
  }

  get redact(): Redact {
    return this.core.secrets.redact;
  }

  /** Aborts the call: the caller's signal, or one that the deadline aborts too. */
  get signal(): AbortSignal | undefined {
    return this.#deadline ? this.#deadline.signal : this.settings.signal;
  }

  /** Whether the call may still be sent when its client is closed: as the rest of a composite call that has begun. */
  get completesComposite(): boolean {
    return this.settings.ticket !== undefined && this.ticket.hasBegun && this.attempts.length === 0;
  }

  get deadlineAt(): number {
    return this.#deadline?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Reports that the call waits before its next attempt, and once more if the wait is long. */
  waits(reason: WaitEvent['reason'], ms: number | undefined): void {
    const { hooks, longWaits, clock } = this.core;
    this.inContext(() => hooks.wait(this, reason, ms));
    this.#cancelLongWait?.();
    const report = () => this.inContext(() => longWaits?.report(waitEvent(this, reason, ms)));
    this.#cancelLongWait = longWaits?.wants(reason) ? after(clock, longWaits.afterMs, report) : undefined;
  }

  /**
   * Runs a function in the asynchronous context in which the call was made. Whatever the queue does for a call happens in
   * the context of another one, or of a timer.
   */
  inContext<T>(run: () => T): T {
    return this.#context ? this.#context.runInAsyncScope(run) : run();
  }

  /**
   * Lets others go first after a 429: else, after each pause, the same calls would be the first to meet the next one. A
   * call that declared requests keeps its place.
   */
  goBehind(): void {
    // No `instanceof`: the queue may be that of a second copy of this package, with a class of its own.
    if ('declared' in this.ticket) return;
    this.ticket = { ...this.core.queue.ticket(), hasBegun: true };
  }

  /** The path as events have it. */
  get shownPath(): string {
    this.#shownPath ??= this.redact(this.path);
    return this.#shownPath;
  }

  /** The headers of a request of this call. */
  headers(token: string): Record<string, string> {
    return {
      ...this.settings.headers,
      // enforces GEN-3
      ...(this.request.body !== undefined && { 'content-type': 'application/json' }),
      // enforces AUTH-1
      authorization: `Bearer ${token}`,
    };
  }

  /** Records that an attempt is sent. */
  sending(now: number): void {
    this.ticket.hasBegun = true;
    this.#cancelLongWait?.();
    this.firstSentAt ??= now;
    this.#waitedMs = now - this.#freeSince;
  }

  /** Lets go of everything that could still end it. */
  end(): void {
    this.#cancelLongWait?.();
    this.#deadline?.release();
  }

  /** Records how it ended; `result` is that in the form errors and events have it. */
  record(outcome: Outcome, result: AttemptResult): void {
    this.attempts.push({ ...result, waitedMs: this.#waitedMs });
    this.#freeSince = this.clock.now();
    this.sent ||= mayHaveArrived(outcome);
    // A reported success counts too: should its answer turn out to be unreadable, the write was still applied.
    if (this.mayHaveBeenApplied === false) this.mayHaveBeenApplied = !result.error || leavesDoubt(outcome);
  }
}

/** Whether the request of an attempt may have reached the service. */
function mayHaveArrived(outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return true;
  return outcome.kind === 'lost' ? outcome.failure.sent : outcome.sent;
}

/** The reason a call's signal aborts with when its deadline has passed. */
export const deadlinePassed: unique symbol = Symbol('deadline passed');

/** Returns a signal that aborts with the caller's, or when the deadline passes. `release` removes its timer and listener. */
function endAfter(clock: Clock, deadline: number, signal: AbortSignal | undefined) {
  const any = anySignal([signal]);
  const cancel = after(clock, deadline, () => any.abort(deadlinePassed));
  return {
    at: clock.now() + deadline,
    signal: any.signal,
    release() {
      any.release();
      cancel();
    },
  };
}
