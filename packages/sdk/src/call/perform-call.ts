import type { Admission } from '../credential/admission.ts';
import { AbortError } from '../errors/abort-error.ts';
import { hasErrorBrand } from '../errors/issue-tracking-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { isRefusal } from '../rate-limit/refusal.ts';
import type { ApiRequest } from '../validation/arguments.ts';
import { Call, deadlinePassed } from './call.ts';
import { errorOf, errorOfRefusal } from './call-error.ts';
import type { Core } from './core.ts';
import { type Answer, isCutOff, type Outcome, succeeded } from './outcome.ts';
import { retryWaitMs } from './retry-policy.ts';
import { send } from './send.ts';
import type { CallSettings } from './settings.ts';

/** A call that succeeded. */
export interface Done {
  readonly call: Call;
  readonly answer: Answer;
}

/**
 * Decides whether a write may be sent again although an earlier sending of it may have been applied. Asked after the
 * backoff, each time. An answer instead of a decision is the call's: the write is known to be done. `report` says why
 * the write is not sent again, for the message of its error.
 */
export type BeforeRepeat = (call: Call) => Promise<'repeat' | { readonly report: string } | Answer>;

/**
 * Sends a request as often as it takes and is safe, and resolves with the answer that reported success. Tens of
 * thousands of calls may wait here, so this function holds little, and nothing waits in between.
 *
 * @throws an error of this package, an `AbortError` when the signal aborts.
 */
export async function performCall(
  core: Core,
  request: ApiRequest,
  settings: CallSettings,
  beforeRepeat?: BeforeRepeat,
): Promise<Done> {
  const call = new Call(core, request, settings);
  core.lifetime.begin();
  try {
    for (;;) {
      core.lifetime.closing.throwIfAborted();
      const answer = await attempt(
        call,
        await core.queue.enter(call, core.terms, call.refused !== undefined),
        beforeRepeat,
      );
      if (answer) return { call, answer };
    }
  } catch (thrown) {
    throw errorOfEnding(call, thrown);
  } finally {
    call.end();
    core.lifetime.end();
  }
}

/** Makes one attempt. Without an answer another follows, after a wait. */
async function attempt(
  call: Call,
  admission: Admission | 'expired',
  beforeRepeat: BeforeRepeat | undefined,
): Promise<Answer | undefined> {
  const { outcome, result, mayRepeat, wasSent } = await send(call, admission);
  if (outcome.kind === 'aborted') throw call.signal?.reason;
  if (succeeded(outcome) && !isCutOff(outcome)) return outcome;

  if (mayRepeat && !call.refused && outcome.kind === 'answer') {
    // Refused before anything was done, with a token that is replaced (AUTH-3) or, it may be, by mistake: that is no
    // retry of the same request.
    call.refused = outcome;
  } else {
    const { core, clock, signal, settings, method, deadlineAt, retries } = call;
    const { hooks, lifetime } = core;
    const allowed = settings.retry;
    const waitMs = retryWaitMs({ outcome, method, retries, allowed, now: clock.now(), deadlineAt });
    if (waitMs === undefined || lifetime.closing.aborted) return giveUp(call, outcome);
    call.retries++;
    hooks.retry(call, result, waitMs, wasSent);
    await lifetime.sleep(waitMs, signal);
    lifetime.closing.throwIfAborted();
  }

  if (!beforeRepeat || !call.mayHaveBeenApplied) return undefined;
  const decision = await beforeRepeat(call);
  if (decision === 'repeat') return undefined;
  if (!('report' in decision)) return decision;
  call.notSentAgain = decision.report;
  return giveUp(call, outcome);
}

/** @throws the error of a last attempt that failed. A success that is cut off is left to whoever reads the answers. */
function giveUp(call: Call, outcome: Exclude<Outcome, { kind: 'aborted' }>): Answer {
  if (succeeded(outcome)) return outcome;
  throw errorOf(outcome, call);
}

/**
 * What a call rejects with. Where its signal or the client's end has ended it, whatever was waited for has thrown the
 * signal's reason.
 */
function errorOfEnding(call: Call, thrown: unknown): unknown {
  const { signal, settings, core, refused } = call;
  if (isRefusal(thrown)) {
    // It was no mistake: what the service said of this call tells more than that the credential is held back.
    return refused && thrown.name === 'AuthenticationError' ? errorOf(refused, call) : errorOfRefusal(thrown, call);
  }
  const { closing } = core.lifetime;
  if (closing.aborted && thrown === closing.reason) return new AbortError({ call, reason: thrown });
  if (!signal?.aborted || (thrown !== signal.reason && hasErrorBrand(thrown))) return thrown;
  if (signal.reason !== deadlinePassed) return new AbortError({ call, reason: signal.reason });
  return new TimeoutError({ call, option: 'deadline', limitMs: settings.deadline ?? 0 });
}
