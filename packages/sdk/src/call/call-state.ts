import type { EndpointName } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import type { Attempt, CallContext } from '../errors/issue-tracking-error.ts';
import type { Redact } from '../errors/redact.ts';
import { Ticket } from '../gate/ticket.ts';
import { endWaiting } from '../gate/waiting.ts';
import type { WaitEvent } from '../hooks.ts';
import { anySignal } from '../platform/any-signal.ts';
import { type Clock, setClockTimer } from '../platform/clock.ts';
import type { ApiRequest } from '../validation/request.ts';
import type { AttemptOutcome, AttemptResult, ReceivedResponse } from './attempt-outcome.ts';
import type { CallSettings } from './call-settings.ts';
import type { ClientContext } from './client-context.ts';
import { endEvent, waitEvent } from './emitter.ts';
import { leavesDoubt, mayHaveArrived } from './retry-policy.ts';

/** A wait of this length is long. One whose length is unknown must first last so long. */
const longWaitMs = 2_000;

const never = Number.POSITIVE_INFINITY;

let calls = 0;

/** Settings of a call, or of a part of a composite call. */
export interface PartSettings extends CallSettings {
  /** The composite call that the request is part of. */
  readonly whole?: Call | undefined;
  /** When the deadline passes, if it began before the call: that of `toArray` is one for all its pages. */
  readonly endsAt?: number | undefined;
}

/**
 * One call: its request, its settings and its progress. A call can be part of a composite call: then it has the number, the
 * place in the queue, the deadline and the signal of the whole. Tens of thousands of calls may exist at once,
 * so a call stores nothing that it can read elsewhere.
 */
export class Call implements CallContext {
  readonly callId: number;
  readonly client: ClientContext;
  readonly request: ApiRequest;
  readonly settings: PartSettings;
  ticket: Ticket;
  /** Its own; those of a composite call are the attempts of all parts. */
  readonly attempts: Attempt[] = [];
  /** Number of the last attempt of this request. Parts have different ones. */
  attempt = 0;
  resendBlockedBy: string | undefined;
  /** Retries before this attempt. */
  retries = 0;
  /** The 401 after which the call was resent. */
  rejection: ReceivedResponse | undefined;
  /** When the first attempt went out. */
  firstSentAt: number | undefined;
  readonly #beganAt: number;
  /** When the last attempt ended; before the first attempt, when the call began. */
  #freeSince: number;
  #waitedMs = 0;
  /** The earliest time of the next attempt, if it is known. */
  #mayGoAt = 0;
  /** Attempts that were sent, of all parts. */
  #begun = 0;
  /** Requests in flight, of all parts, and how long there was one. */
  #inFlight = 0;
  #inFlightMs = 0;
  #wasSent = false;
  #mayHaveBeenApplied: boolean | undefined;
  readonly #limit: ReturnType<typeof endAt> | undefined;
  readonly #whole: Call;
  #shownPath: string | undefined;
  #cancelLongWait: (() => void) | undefined;
  readonly #context = serverSide ? serverSide.captureContext() : undefined;

  /** `parts`: how many requests a composite call makes without a failure. */
  constructor(client: ClientContext, request: ApiRequest, settings: PartSettings, parts?: number) {
    this.client = client;
    this.request = request;
    this.settings = settings;
    const { whole, deadline = never, signal } = settings;
    this.#whole = whole ?? this;
    this.callId = whole?.callId ?? ++calls;
    this.ticket = whole?.ticket ?? new Ticket(this.isWrite, parts);
    this.#beganAt = client.clock.now();
    this.#freeSince = this.#beganAt;
    if (this.isWrite) this.#mayHaveBeenApplied = false;
    if (whole || (parts === undefined && deadline === never)) return;
    this.#limit = endAt(client.clock, settings.endsAt ?? this.#beganAt + deadline, signal);
  }

  get isWrite(): boolean {
    return this.request.method !== 'GET';
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
    return this.client.clock;
  }

  get redact(): Redact {
    const { client, settings } = this;
    return settings.headers === client.settings.headers ? client.secrets.redact : client.secrets.with(settings.headers);
  }

  /** Whether a request of the call may have reached the service. */
  get sent(): boolean {
    return this.#whole.#wasSent;
  }

  get mayHaveBeenApplied(): boolean | undefined {
    return this.#whole.#mayHaveBeenApplied;
  }

  /** Number of the next attempt, of whichever part. */
  get nextAttempt(): number {
    return this.#whole.#begun + 1;
  }

  /** Signal that aborts the call: the caller's, or one that the deadline or the failure of a part aborts too. */
  get signal(): AbortSignal | undefined {
    const limit = this.#whole.#limit;
    return limit ? limit.signal : this.settings.signal;
  }

  /**
   * Whether the call may still be sent after its client was closed, because it belongs to a composite call that has
   * begun. A read that can't be sent before the client's deadline would only delay its end.
   */
  get completesComposite(): boolean {
    const isLate = this.method === 'GET' && this.#mayGoAt >= this.client.lifetime.endsAt;
    return this.settings.whole !== undefined && this.ticket.hasBegun && this.firstSentAt === undefined && !isLate;
  }

  get deadlineAt(): number {
    return this.#whole.#limit?.at ?? never;
  }

  /** Reports that the call waits before its next attempt, and to the log if the wait is long. */
  waits(reason: WaitEvent['reason'], ms: number | undefined): void {
    const { hooks, longWaits, clock, lifetime, limits, generation, source } = this.client;
    this.inContext(() => hooks.emit('onWait', () => waitEvent(this, reason, ms)));
    this.#mayGoAt = clock.now() + (ms ?? 0);
    const { closing } = lifetime;
    // Not now, because the queue is at work.
    if (closing.aborted)
      queueMicrotask(() => endWaiting(limits, closing.reason, (call) => call.completesComposite === false));
    this.#cancelLongWait?.();
    if (!longWaits?.wants(reason) || (ms ?? longWaitMs) < longWaitMs) return;
    const facts = {
      failure: this.attempts.at(-1)?.error,
      isPaused: source.last?.pause.isOver(clock.now()) === false,
      mocksAdvice: generation?.adviceOnWait?.(reason, clock),
    };
    const report = () => this.inContext(() => longWaits.report(waitEvent(this, reason, ms), facts));
    if (ms === undefined) this.#cancelLongWait = setClockTimer(clock, longWaitMs, report);
    else report();
  }

  /**
   * Runs a function in the asynchronous context in which the call was made. Otherwise it would run in the context of
   * another call or of a timer, from which the queue does its work.
   */
  inContext<T>(run: () => T): T {
    return this.#context ? this.#context.runInAsyncScope(run) : run();
  }

  /**
   * Moves the call behind the waiting calls after a 429. Otherwise the same calls would get the next 429 too. A composite
   * call keeps its place.
   */
  goBehind(): void {
    if (this.settings.whole) return;
    this.ticket = new Ticket(this.ticket.isWrite);
    this.ticket.hasBegun = true;
  }

  /** The redacted path, for events. */
  get shownPath(): string {
    this.#shownPath ??= this.redact(this.path);
    return this.#shownPath;
  }

  /** The headers of a request of this call. */
  headers(token: string): Record<string, string> {
    return {
      ...this.settings.headers,
      // enforces GEN-3
      ...((this.request.body !== undefined || this.request.isJson) && { 'content-type': 'application/json' }),
      // enforces AUTH-1
      authorization: `Bearer ${token}`,
    };
  }

  /** Time since the call began, in milliseconds. */
  get durationMs(): number {
    return this.client.clock.now() - this.#beganAt;
  }

  /** Time of it in which no request was in flight. */
  get waitedMs(): number {
    return this.durationMs - this.#inFlightMs;
  }

  /** Records that an attempt is sent. */
  sending(now: number): void {
    const whole = this.#whole;
    this.ticket.hasBegun = true;
    this.attempt = ++whole.#begun;
    if (whole.#inFlight++ === 0) whole.#inFlightMs -= now;
    this.#cancelLongWait?.();
    this.firstSentAt ??= now;
    this.#waitedMs = now - this.#freeSince;
  }

  /**
   * Cancels the timers of the call, releases its signal, and reports its end, with the error if it has failed. The end of a
   * part is not reported.
   */
  end(status?: number, error?: unknown): void {
    this.#cancelLongWait?.();
    this.#limit?.release();
    if (!this.settings.whole) this.client.hooks.emit('onEnd', () => endEvent(this, status, error));
  }

  /** Aborts all parts, because one has failed. */
  abortParts(): void {
    this.#limit?.abort(partFailed);
  }

  /** Records the outcome of an attempt; `result` is its form in errors and events. */
  record(outcome: AttemptOutcome, result: AttemptResult): void {
    const whole = this.#whole;
    const attempt = { ...result, waitedMs: this.#waitedMs };
    for (const { attempts } of new Set([this, whole])) attempts.push(attempt);
    this.#freeSince = this.client.clock.now();
    if (--whole.#inFlight === 0) whole.#inFlightMs += this.#freeSince;
    whole.#wasSent ||= mayHaveArrived(outcome);
    // A reported success counts too: the write was applied even if the response turns out to be unreadable.
    if (this.isWrite) whole.#mayHaveBeenApplied ||= !result.error || leavesDoubt(outcome);
  }
}

/** Abort reason of a call's signal after the deadline. */
export const deadlinePassed: unique symbol = Symbol('deadline passed');

/** Abort reason of the signal of a composite call after a part has failed. */
export const partFailed: unique symbol = Symbol('part failed');

/**
 * Returns a signal that aborts when the caller's signal aborts or the deadline passes, if there is one. `release` removes
 * its timer and listener.
 */
function endAt(clock: Clock, at: number, signal: AbortSignal | undefined) {
  const any = anySignal([signal]);
  const pass = () => any.abort(deadlinePassed);
  const restMs = at - clock.now();
  if (restMs <= 0) pass();
  const cancel = at === never ? undefined : setClockTimer(clock, restMs, pass);
  return {
    at,
    signal: any.signal,
    abort: any.abort,
    release() {
      any.release();
      cancel?.();
    },
  };
}
