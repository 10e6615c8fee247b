import type { Permit } from '../credential/permit.ts';
import { shortened } from '../errors/shortened.ts';
import { clockDifference } from '../platform/clock.ts';
import { membersOf } from '../validation/read-response.ts';
import type { ApiRequest } from '../validation/request.ts';
import { Call } from './call.ts';
import { errorOf, toAttemptResult, toRejection } from './call-error.ts';
import type { Core } from './core.ts';
import type { Answer, Outcome } from './outcome.ts';
import { pauseMs, retryWaitMs } from './retry-policy.ts';
import type { CallSettings } from './settings.ts';
import { send } from './transport.ts';

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
      core.lifetime.throwIfClosing(call);
      const answer = await attempt(call, await core.queue.acquire(call, core.policy), beforeRepeat);
      if (answer) return { call, answer };
    }
  } catch (thrown) {
    throw toRejection(call, thrown);
  } finally {
    call.end();
    core.lifetime.end();
  }
}

/** Makes one attempt. Without an answer another follows, after a wait. */
async function attempt(
  call: Call,
  permit: Permit | 'expired',
  beforeRepeat: BeforeRepeat | undefined,
): Promise<Answer | undefined> {
  const wasSent = permit !== 'expired';
  const outcome: Outcome = wasSent ? await sendOnce(call, permit) : { kind: 'expired', sent: false };
  if (outcome.kind === 'aborted') throw call.signal?.aborted ? call.signal.reason : call.core.lifetime.ended.reason;
  if (outcome.kind === 'answer' && outcome.ok) return outcome;

  const isClosing = call.core.lifetime.closing.aborted;
  if (wasSent && permit.shouldResend && !call.refused && outcome.kind === 'answer' && !isClosing) {
    // Refused before anything was done, with a token that is replaced (AUTH-3) or, it may be, by mistake: that is no
    // retry of the same request.
    call.refused = outcome;
  } else {
    const { core, clock, signal, settings, method, deadlineAt, retries } = call;
    const { hooks, lifetime } = core;
    const allowed = settings.retry;
    const waitMs = retryWaitMs({ outcome, method, retries, allowed, now: clock.now(), deadlineAt });
    if (waitMs === undefined || isClosing) return giveUp(call, outcome);
    if (outcome.kind === 'answer' && outcome.status === 429) call.goBehind();
    call.retries++;
    hooks.retry(call, toAttemptResult(outcome), waitMs, wasSent);
    call.waits('retry', waitMs);
    await lifetime.sleep(waitMs, signal);
    lifetime.throwIfClosing(call);
  }

  if (!beforeRepeat || !call.mayHaveBeenApplied) return undefined;
  const decision = await beforeRepeat(call);
  if (decision === 'repeat') return undefined;
  if (!('report' in decision)) return decision;
  call.notSentAgain = decision.report;
  return giveUp(call, outcome);
}

/** @throws the error of a failed last attempt. A success that is cut off is returned; the response's reader rejects it. */
function giveUp(call: Call, outcome: Exclude<Outcome, { kind: 'aborted' }>): Answer {
  if (outcome.kind === 'answer' && outcome.isCutOff) return outcome;
  throw errorOf(outcome, call);
}

/** Sends one attempt, and reports its outcome to the limit and the circuit breaker. */
async function sendOnce(call: Call, permit: Permit): Promise<Outcome> {
  const { core, clock, signal, settings } = call;
  const sentAt = clock.now();
  call.sending(sentAt);
  if (permit.isProvided) core.secrets.add(permit.token);
  core.hooks.request(call);
  const onStatus = (status: number, headers: Headers) => {
    // Before its place is free: else the next call would go out before the pause has begun.
    if (status === 429) pause(core, permit, pauseMs(headers, clock.now(), call.retries));
    warnOfClockDifference(core, headers);
    permit.answered(status, settings.retry.limit > 0);
  };
  const outcome: Outcome = signal?.aborted ? { kind: 'aborted', sent: false } : await send(call, permit, onStatus);

  if (outcome.kind === 'aborted' && !outcome.sent) permit.withdraw();
  else {
    // The service may still take an abandoned request, so its slot counts from one timeout later.
    // So does that of a 504: the gateway gave up, not the service behind it.
    const isAbandoned = outcome.kind === 'expired' || outcome.kind === 'aborted';
    const mayArrive = isAbandoned || (outcome.kind === 'answer' && outcome.status === 504);
    permit.release(mayArrive ? settings.timeout : 0);
    if (!isAbandoned) permit.ended(permit.needsSuccess && isAuthenticated(outcome));
  }
  const { status } = outcome.kind === 'answer' && outcome.ok ? outcome : {};
  const result = { ...(status === undefined ? toAttemptResult(outcome) : { status }), ...requestIdOf(outcome, call) };
  call.record(outcome, result);
  core.hooks.response(call, result, clock.now() - sentAt);
  return outcome;
}

const longestRequestId = 200;

/** Returns the id by which the service's owners find a request, if the response has one. */
function requestIdOf(outcome: Outcome, call: Call): { requestId?: string } {
  const id = outcome.kind === 'answer' && outcome.headers.get('x-request-id');
  return id ? { requestId: shortened(id, call.redact, longestRequestId) } : {};
}

function warnOfClockDifference(core: Core, headers: Headers): void {
  const difference = core.isClockDifferenceTold ? undefined : clockDifference(headers, core.clock);
  if (difference === undefined) return;
  core.isClockDifferenceTold = true;
  core.hooks.warn({ code: 'clock-difference', message: `${difference}.` });
}

const otherScope =
  'a 429 came on a credential that had just been accepted, far from the request limit. Another program may use it; or ' +
  "the service counts failed authentications by address: then set lockoutProtection: { scope: 'address' }";

/** The service answered 429. */
function pause({ policy: { circuit, limit }, hooks }: Core, permit: Permit, ms: number): void {
  permit.pause(ms);
  if (circuit?.noticeOtherScope(limit)) hooks.warn({ code: 'lockout-scope', message: otherScope });
}

/** Statuses of the API's own that come after the credential was accepted (AUTH-4, ERR-1). */
const afterAuthentication = [400, 403, 404];

/** Whether only an accepted credential can have got this response. A portal's page, or a firewall's, says nothing. */
function isAuthenticated(outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  if (outcome.ok) return outcome.body.problem === undefined;
  return afterAuthentication.includes(outcome.status) && typeof membersOf(outcome.body)['error'] === 'string';
}
