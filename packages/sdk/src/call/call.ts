import type { EndpointName } from '@issue-tracking/model';
import type { Attempt, CallContext } from '../errors/issue-tracking-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { WaitEvent } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import type { ApiRequest } from '../validation/arguments.ts';
import { type AttemptResult, failureOf } from './call-error.ts';
import type { Core } from './core.ts';
import { isCutOff, type Outcome, succeeded } from './outcome.ts';
import { leavesDoubt } from './retry-policy.ts';
import type { CallSettings } from './settings.ts';

let calls = 0;

/** One call: what is sent, within which limits, and what has happened so far. */
export class Call implements CallContext {
  readonly callId: number = ++calls;
  readonly core: Core;
  readonly request: ApiRequest;
  readonly settings: CallSettings;
  readonly method: string;
  readonly path: string;
  readonly endpoint: EndpointName | undefined;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Aborts the call: the caller's signal, or one that the deadline aborts too. */
  readonly signal: AbortSignal | undefined;
  readonly deadlineAt: number;
  readonly attempts: Attempt[] = [];
  sent = false;
  mayHaveBeenApplied: boolean | undefined;
  notSentAgain: string | undefined;
  /** Whoever wants to know when it waits no more. */
  endWait: (() => void) | undefined;
  /** When the first attempt went out. */
  firstSentAt: number | undefined;
  /** When the call last stopped waiting for an answer; at first, when it began. */
  #freeSince: number;
  #waitedMs = 0;
  #shownPath: string | undefined;

  constructor(core: Core, request: ApiRequest, settings: CallSettings, signal: AbortSignal | undefined) {
    this.core = core;
    this.request = request;
    this.settings = settings;
    this.method = request.method;
    this.path = request.path;
    this.endpoint = request.endpoint;
    this.clock = core.clock;
    this.redact = core.secrets.redact;
    core.secrets.addHeaders(settings.headers);
    this.signal = signal;
    this.#freeSince = this.clock.now();
    this.deadlineAt = this.#freeSince + (settings.deadline ?? Number.POSITIVE_INFINITY);
    this.mayHaveBeenApplied = request.method === 'GET' ? undefined : false;
  }

  /** It waits for something before its next attempt. */
  waits(reason: WaitEvent['reason'], ms: number | undefined): void {
    this.core.hooks.wait(this, reason, ms);
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
    this.endWait?.();
    this.firstSentAt ??= now;
    this.#waitedMs = now - this.#freeSince;
  }

  /** Records how it ended; returns that in the form errors and events have it. */
  record(outcome: Outcome): AttemptResult {
    const result = succeeded(outcome) && !isCutOff(outcome) ? { status: outcome.status } : failureOf(outcome);
    this.attempts.push({ ...result, waitedMs: this.#waitedMs });
    this.#freeSince = this.clock.now();
    this.sent ||= mayHaveArrived(outcome);
    // A reported success counts too: should its answer turn out to be unreadable, the write was still applied.
    if (this.mayHaveBeenApplied === false) this.mayHaveBeenApplied = succeeded(outcome) || leavesDoubt(outcome);
    return result;
  }
}

/** Whether the request of an attempt may have reached the service. */
function mayHaveArrived(outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return true;
  return outcome.kind === 'lost' ? outcome.failure.sent : outcome.sent;
}
