import { AbortError } from '../errors/abort-error.ts';
import { hasErrorBrand } from '../errors/issue-tracking-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { after, type Clock } from '../platform/clock.ts';
import { firstOf } from '../platform/on-abort.ts';
import type { ApiRequest } from '../validation/arguments.ts';
import { membersOf } from '../validation/response-body.ts';
import { admit } from './admission.ts';
import { Call } from './call.ts';
import { type AttemptResult, errorOf } from './call-error.ts';
import type { Core } from './core.ts';
import { type Answer, isCutOff, type Outcome, succeeded } from './outcome.ts';
import { pauseMs, retryWaitMs } from './retry-policy.ts';
import type { CallSettings } from './settings.ts';
import { attempt, type Watcher } from './transport.ts';

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
 * Sends a request as often as it takes and is safe, and resolves with the answer that reported success.
 *
 * @throws an error of this package, an `AbortError` when the signal aborts.
 */
export async function performCall(
  core: Core,
  request: ApiRequest,
  settings: CallSettings,
  beforeRepeat?: BeforeRepeat,
): Promise<Done> {
  const { deadline, signal } = settings;
  const ending = deadline === undefined ? undefined : withDeadline(core.clock, deadline, signal);
  const call = new Call(core, request, settings, ending ? ending.signal : signal);
  core.lifetime.begin();
  try {
    return await sendUntilDone(call, beforeRepeat);
  } catch (thrown) {
    throw endingOf(call, thrown);
  } finally {
    call.endWait?.();
    ending?.release();
    core.lifetime.end();
  }
}

/** What the call rejects with: where its signal ended it, whatever was waited for has thrown the signal's reason. */
function endingOf(call: Call, thrown: unknown): unknown {
  const { signal, settings, core } = call;
  const { closing } = core.lifetime;
  if (closing.aborted && thrown === closing.reason) return new AbortError({ call, reason: thrown });
  if (!signal?.aborted || (thrown !== signal.reason && hasErrorBrand(thrown))) return thrown;
  if (signal.reason !== deadlinePassed) return new AbortError({ call, reason: signal.reason });
  return new TimeoutError({ call, option: 'deadline', limitMs: settings.deadline ?? 0 });
}

async function sendUntilDone(call: Call, beforeRepeat: BeforeRepeat | undefined): Promise<Done> {
  const { core, clock, signal, settings, deadlineAt } = call;
  let refused: Answer | undefined;
  for (let retries = 0; ; retries++) {
    const { outcome, result, mayRepeat, wasSent } = await sendOnce(call, retries, refused);
    if (succeeded(outcome) && !isCutOff(outcome)) return { call, answer: outcome };
    if (outcome.kind === 'aborted') throw signal?.reason;

    if (mayRepeat && !refused && outcome.kind === 'answer') {
      // Refused before anything was done, with a token that is replaced (AUTH-3) or, it may be, by mistake: that is no
      // retry of the same request, and undoes the loop's `retries++`.
      refused = outcome;
      retries--;
    } else {
      const now = clock.now();
      const waitMs = retryWaitMs({ outcome, method: call.method, retries, allowed: settings.retry, now, deadlineAt });
      if (waitMs === undefined || core.lifetime.closing.aborted) return giveUp(call, outcome);
      core.hooks.retry(call, result, waitMs, wasSent);
      await core.lifetime.sleep(waitMs, signal);
      core.lifetime.closing.throwIfAborted();
    }

    if (beforeRepeat && call.mayHaveBeenApplied) {
      const decision = await beforeRepeat(call);
      if (decision === 'repeat') continue;
      if (!('report' in decision)) return { call, answer: decision };
      call.notSentAgain = decision.report;
      return giveUp(call, outcome);
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
  /** Whether it was a 401 after which the call may be sent once more. */
  readonly mayRepeat: boolean;
  readonly wasSent: boolean;
}

/** One attempt, with everything it has to wait for. */
async function sendOnce(call: Call, retries: number, refused: Answer | undefined): Promise<Sent> {
  const { core, clock, signal, settings } = call;
  const admission = await admit(call, refused);
  if (admission === 'expired') {
    const outcome = { kind: 'expired', sent: false } as const;
    return { outcome, result: { error: 'TimeoutError' }, mayRepeat: false, wasSent: false };
  }
  const sentAt = clock.now();
  call.sending(sentAt);
  core.secrets.add(admission.token);
  core.hooks.request(call);

  let mayRepeat = false;
  const watcher: Watcher = {
    onStatus(status, headers) {
      // Before its place is free: else the next call would go out before the pause has begun.
      if (status === 429) pause(core, pauseMs(headers, clock.now(), retries));
      mayRepeat = admission.answered(status, settings.retry.limit > 0) === 'again';
    },
    lingerMs: () => admission.lingerMs(settings.timeout),
    onGiveUp: (isExpired) => admission.givenUp(isExpired),
    onEnd: () => admission.ended(false),
  };
  const outcome: Outcome = signal?.aborted
    ? { kind: 'aborted', sent: false }
    : await attempt(call, call.headers(admission.token), watcher);

  if (outcome.kind === 'aborted' && !outcome.sent) admission.withdraw();
  else {
    // The service may still take a request that was given up, so its slot counts from one timeout later.
    // So does that of a 504: the gateway gave up, not the service behind it.
    const isGivenUp = outcome.kind === 'expired' || outcome.kind === 'aborted';
    const mayArrive = isGivenUp || (outcome.kind === 'answer' && outcome.status === 504);
    admission.settle(mayArrive ? settings.timeout : 0);
    if (!isGivenUp) admission.ended(admission.wantsProof && provesCredential(outcome));
  }
  const result = call.record(outcome);
  core.hooks.response(call, result, clock.now() - sentAt);
  return { outcome, result, mayRepeat, wasSent: true };
}

const otherScope =
  'a 429 came on a credential that had just been accepted, far from the request limit. Another program may use it; or ' +
  "the service counts failed authentications by address: then set lockoutProtection: { scope: 'address' }";

/** The service answered 429. */
function pause({ queue, terms, hooks }: Core, ms: number): void {
  queue.penalize(ms);
  if (queue.isSignOfOtherScope(terms)) hooks.warn({ code: 'lockout-scope', message: otherScope });
}

/** Statuses of the API's own that come after the credential was accepted (AUTH-4, ERR-1). */
const afterAuthentication = [400, 403, 404];

/** Whether only an accepted credential can have got this answer. A portal's page, or a firewall's, says nothing. */
function provesCredential(outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  if (!outcome.ok && !afterAuthentication.includes(outcome.status)) return false;
  const { problem } = outcome.body;
  return outcome.ok ? problem === undefined : typeof membersOf(outcome.body)['error'] === 'string';
}

/** The reason a call's signal aborts with when its deadline has passed. */
const deadlinePassed: unique symbol = Symbol('deadline passed');

/** A signal that aborts with the caller's, or when the deadline passes; `release` frees what it holds. */
function withDeadline(clock: Clock, deadline: number, signal: AbortSignal | undefined) {
  const first = firstOf([signal]);
  const cancel = after(clock, deadline, () => first.abort(deadlinePassed));
  return {
    signal: first.signal,
    release() {
      first.release();
      cancel();
    },
  };
}
