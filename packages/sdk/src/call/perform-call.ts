import type { Permit } from '../credential/permit.ts';
import { AbortError } from '../errors/abort-error.ts';
import { hasErrorBrand } from '../errors/issue-tracking-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { after, type Clock } from '../platform/clock.ts';
import { onAbort } from '../platform/on-abort.ts';
import type { ApiRequest } from '../validation/arguments.ts';
import { admit } from './admission.ts';
import { Call, succeeded } from './call.ts';
import { type AttemptResult, errorOf } from './call-error.ts';
import type { Core } from './core.ts';
import type { Answer, Outcome } from './outcome.ts';
import { pauseMs, retryWaitMs } from './retry-policy.ts';
import type { CallSettings } from './settings.ts';
import { attempt } from './transport.ts';

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
  const either = deadline === undefined ? undefined : withDeadline(core.clock, deadline, signal);
  const call = new Call(core, request, settings, either ? either.signal : signal);
  try {
    return await sendUntilDone(call, beforeRepeat);
  } catch (thrown) {
    throw endingOf(call, thrown);
  } finally {
    either?.release();
  }
}

/** What the call rejects with: where its signal ended it, whatever was waited for has thrown the signal's reason. */
function endingOf(call: Call, thrown: unknown): unknown {
  const { signal, settings } = call;
  if (!signal?.aborted || (thrown !== signal.reason && hasErrorBrand(thrown))) return thrown;
  if (signal.reason !== deadlinePassed) return new AbortError({ call, reason: signal.reason });
  return new TimeoutError({ call, option: 'deadline', limitMs: settings.deadline ?? 0 });
}

async function sendUntilDone(call: Call, beforeRepeat: BeforeRepeat | undefined): Promise<Done> {
  const { core, clock, signal, settings, deadlineAt } = call;
  let renewed = false;
  for (let retries = 0; ; retries++) {
    const { outcome, result, mayRenew, permit } = await sendOnce(call);
    if (succeeded(outcome) && !outcome.cutOff) return { call, answer: outcome };
    if (outcome.kind === 'aborted') throw signal?.reason;

    // A refused token is replaced once and at once (AUTH-3); that is no retry of the same request.
    if (mayRenew && !renewed) {
      renewed = true;
      // Undoes the loop's `retries++`.
      retries--;
      continue;
    }
    const now = clock.now();
    const waitMs = retryWaitMs({ outcome, method: call.method, retries, allowed: settings.retry, now, deadlineAt });
    const pause = pauseMs(outcome, now, waitMs);
    if (pause !== undefined) core.penalize(pause);
    // Only after the pause has begun is a 429's place given back: else the next call would go out before it.
    if (outcome.kind === 'answer' && outcome.status === 429) permit?.answered(outcome.status);
    if (waitMs === undefined) return giveUp(call, outcome);
    core.hooks.retry(call, result, waitMs, permit !== undefined);
    await clock.sleep(waitMs, signal);

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
  /** Whether a refused token may be replaced by a new one. */
  readonly mayRenew: boolean;
  /** Absent when nothing was sent. Only a 429's place is still held: see `onStatus`. */
  readonly permit?: Permit;
}

/** One attempt, with everything it has to wait for. */
async function sendOnce(call: Call): Promise<Sent> {
  const { core, clock, signal, settings } = call;
  signal?.throwIfAborted();
  const admission = await admit(call);
  if (admission === 'expired') {
    return { outcome: { kind: 'expired', sent: false }, result: { error: 'TimeoutError' }, mayRenew: false };
  }
  const { permit, slot } = admission;
  const sentAt = clock.now();
  call.sending(sentAt);
  core.secrets.add(permit.token);
  core.hooks.request(call);

  let mayRenew = false;
  const onStatus = (status: number) => {
    if (status !== 429) mayRenew = permit.answered(status) === 'renew';
  };
  const outcome: Outcome = signal?.aborted
    ? { kind: 'aborted', sent: false }
    : await attempt(call, call.headers(permit.token), onStatus);

  // The service may still take a request that was given up, so its slot counts from one timeout later.
  // So does that of a 504: the gateway gave up, not the service behind it.
  const gaveUp =
    outcome.kind === 'expired' || outcome.kind === 'aborted' || (outcome.kind === 'answer' && outcome.status === 504);
  if (outcome.kind === 'aborted' && !outcome.sent) slot.release();
  else slot.settle(gaveUp ? settings.timeout : undefined);
  if (outcome.kind === 'expired') permit.expired();
  else if (outcome.kind !== 'answer') permit.release();
  if (permit.wantsProof() && provesCredential(outcome, call)) permit.accepted();
  const result = call.record(outcome);
  core.hooks.response(call, result, clock.now() - sentAt);
  return { outcome, result, mayRenew, permit };
}

/** Statuses of the API's own that come after the credential was accepted (AUTH-4, ERR-1). */
const afterAuthentication = [400, 403, 404];

/**
 * Whether only an accepted credential can have got this answer. A portal's page, or a firewall's, says nothing; nor
 * does the answer to a raw request, whose form nobody promised.
 */
function provesCredential(outcome: Outcome, { endpoint }: Call): boolean {
  if (outcome.kind !== 'answer' || !endpoint) return false;
  if (!outcome.ok && !afterAuthentication.includes(outcome.status)) return false;
  try {
    const body: { data?: unknown; error?: unknown } | null = JSON.parse(outcome.text ?? '');
    return outcome.ok ? body?.data !== undefined : typeof body?.error === 'string';
  } catch {
    return false;
  }
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
  const forget = onAbort(signal, follow);
  const cancel = after(clock, deadline, () => either.abort(deadlinePassed));
  return {
    signal: either.signal,
    release() {
      forget();
      cancel();
    },
  };
}
