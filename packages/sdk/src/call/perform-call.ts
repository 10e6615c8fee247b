import { TimeoutError } from '../errors/timeout-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { ApiRequest } from '../validation/arguments.ts';
import { admit } from './admission.ts';
import { Call } from './call.ts';
import { type AttemptResult, errorOf } from './call-error.ts';
import type { Core } from './core.ts';
import { type Answer, type Outcome, succeeded } from './outcome.ts';
import { pauseMs, retryWaitMs } from './retry-policy.ts';
import type { CallSettings } from './settings.ts';
import { after, attempt } from './transport.ts';

/** A call that succeeded. */
export interface Done {
  readonly call: Call;
  readonly answer: Answer;
}

/**
 * Decides whether a write may be sent again although an earlier sending of it may have been applied. Asked after the
 * backoff, each time. An answer instead of a decision is the call's: the write is known to be done.
 */
export type BeforeRepeat = (call: Call) => Promise<'repeat' | 'report' | Answer>;

/**
 * Sends a request as often as it takes and is safe, and resolves with the answer that reported success.
 *
 * @throws an error of this package; the signal's reason when it aborts.
 */
export function performCall(
  core: Core,
  request: ApiRequest,
  settings: CallSettings,
  beforeRepeat?: BeforeRepeat,
): Promise<Done> {
  const { deadline, signal } = settings;
  if (deadline === undefined) return sendUntilDone(new Call(core, request, settings, signal), beforeRepeat);

  const either = withDeadline(core.clock, deadline, signal);
  const call = new Call(core, request, settings, either.signal);
  const explain = (error: unknown) => {
    throw error === deadlinePassed ? new TimeoutError({ call, option: 'deadline', limitMs: deadline }) : error;
  };
  return sendUntilDone(call, beforeRepeat).catch(explain).finally(either.release);
}

async function sendUntilDone(call: Call, beforeRepeat: BeforeRepeat | undefined): Promise<Done> {
  const { core, clock, signal, settings, deadlineAt } = call;
  let renewed = false;
  for (let retries = 0; ; retries++) {
    const { outcome, result, mayRenew } = await sendOnce(call);
    if (succeeded(outcome) && !outcome.cutOff) return { call, answer: outcome };
    if (outcome.kind === 'aborted') throw signal?.reason;

    // A refused token is replaced once and at once (AUTH-3); that is no retry of the same request.
    if (mayRenew && !renewed) {
      renewed = true;
      retries--;
      continue;
    }
    const now = clock.now();
    const waitMs = retryWaitMs({ outcome, method: call.method, retries, allowed: settings.retry, now, deadlineAt });
    const pause = pauseMs(outcome, now, waitMs);
    if (pause !== undefined) core.penalize(pause);
    if (waitMs === undefined) return giveUp(call, outcome);
    core.hooks.retry(call, result, waitMs);
    await clock.sleep(waitMs, signal);

    if (beforeRepeat && call.mayHaveBeenApplied) {
      const decision = await beforeRepeat(call);
      if (decision === 'report') return giveUp(call, outcome);
      if (decision !== 'repeat') return { call, answer: decision };
    }
  }
}

/** @throws the error of a last attempt that failed. A success that is cut off is left to whoever reads the answers. */
function giveUp(call: Call, outcome: Exclude<Outcome, { kind: 'aborted' }>): Done {
  if (succeeded(outcome)) return { call, answer: outcome };
  throw errorOf(outcome, call);
}

interface Sent {
  readonly outcome: Outcome;
  readonly result: AttemptResult;
  /** Whether a refused token may be replaced by a new one. */
  readonly mayRenew: boolean;
}

/** One attempt, with everything it has to wait for. */
async function sendOnce(call: Call): Promise<Sent> {
  const { core, clock, signal, settings } = call;
  signal?.throwIfAborted();
  const { pass, slot } = await admit(call);
  const sentAt = clock.now();
  call.sending(sentAt);
  core.secrets.add(pass.token);
  core.hooks.request(call);

  const outcome: Outcome = signal?.aborted ? { kind: 'aborted' } : await attempt(call, call.headers(pass.token));

  // The service may still take a request that was given up, so its slot counts from one timeout later.
  const gaveUp = outcome.kind === 'expired' || outcome.kind === 'aborted';
  slot.settle(gaveUp ? settings.timeout : undefined);
  const verdict = pass.settle(judgement(outcome));
  const result = call.record(outcome);
  core.hooks.response(call, result, clock.now() - sentAt);
  return { outcome, result, mayRenew: verdict === 'retry' };
}

/** What an outcome says of the credential. Only a success and a missing scope (AUTH-4) show that it was accepted. */
function judgement(outcome: Outcome): 'accepted' | 'rejected' | 'unknown' {
  if (succeeded(outcome)) return 'accepted';
  if (outcome.kind !== 'answer') return 'unknown';
  if (outcome.status === 403) return 'accepted';
  return outcome.status === 401 ? 'rejected' : 'unknown';
}

/** The reason a call's signal aborts with when its deadline has passed. */
const deadlinePassed: unique symbol = Symbol('deadline passed');

/** One signal for everything that can end a call early; `release` frees what it holds. */
interface CallSignal {
  readonly signal: AbortSignal;
  release(): void;
}

/** A signal that aborts with the caller's, or when the deadline passes. */
function withDeadline(clock: Clock, deadline: number, signal: AbortSignal | undefined): CallSignal {
  const either = new AbortController();
  const follow = () => either.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);
  const cancel = after(clock, deadline, () => either.abort(deadlinePassed));
  return {
    signal: either.signal,
    release() {
      signal?.removeEventListener('abort', follow);
      cancel();
    },
  };
}
