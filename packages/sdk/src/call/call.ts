import { type Endpoint, endpoints } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { shortened } from '../errors/redact.ts';
import type { Permit } from '../gate/permit.ts';
import { membersOf } from '../validation/read-response.ts';
import type { ApiRequest } from '../validation/request.ts';
import type { AttemptOutcome, ReceivedResponse, UnabortedOutcome } from './attempt-outcome.ts';
import { errorOf, toAttemptResult, toRejection } from './call-error.ts';
import { Call, type PartSettings } from './call-state.ts';
import type { ClientContext } from './client-context.ts';
import { requestEvent, responseEvent, retryEvent } from './emitter.ts';
import { pauseMs, retryWaitMs } from './retry-policy.ts';
import { send } from './transport.ts';

/** A call that succeeded. */
export interface CompletedCall {
  readonly call: Call;
  readonly response: ReceivedResponse;
}

/**
 * Decides whether a write may be resent although an earlier request may have been applied. Called after each backoff. If it
 * returns a response, the write is known to be done, and the call resolves with that response. `blockedBy` is the reason
 * not to resend, for the message of the error.
 */
export type BeforeResend = (call: Call) => Promise<'resend' | { readonly blockedBy: string } | ReceivedResponse>;

/** A result inside the client. A {@link ResponseInfo} is made only if the caller asks for it. */
export interface CallResult<T> {
  readonly data: T;
  readonly done: CompletedCall;
}

/**
 * Sends a request, retries it while that is safe, and resolves with what `read` returns for the successful response. The call
 * ends after that, so that deadline, signal and `close()` bound an asynchronous `read` too. Tens of thousands of
 * calls may wait for the queue here. To save memory, this function keeps few variables and awaits the queue without
 * another async function in between.
 *
 * @throws an error of this package; an `AbortError` when the signal aborts.
 */
export async function performCall<T>(
  client: ClientContext,
  request: ApiRequest,
  settings: PartSettings,
  read: (done: CompletedCall) => T | Promise<T>,
  beforeResend?: BeforeResend,
): Promise<CallResult<T>> {
  const call = new Call(client, request, settings);
  client.lifetime.begin();
  try {
    for (;;) {
      client.lifetime.throwIfClosing(call);
      const gate = client.source.gate(call, client.limits);
      const permit = await (gate instanceof Promise ? await gate : gate).acquire(call, client.limits);
      const response = permit === 'again' ? undefined : await attempt(call, permit, beforeResend);
      if (!response) continue;
      const done = { call, response };
      const data = read(done);
      const result = { data: data instanceof Promise ? await data : data, done };
      call.end(response.status);
      return result;
    }
  } catch (thrown) {
    const error = toRejection(call, thrown);
    call.end(undefined, error);
    throw error;
  } finally {
    client.lifetime.end();
  }
}

/** Makes one attempt. Returns `undefined` if another attempt must follow, after the wait before that attempt. */
async function attempt(
  call: Call,
  permit: Permit | 'timeout',
  beforeResend: BeforeResend | undefined,
): Promise<ReceivedResponse | undefined> {
  const wasSent = permit !== 'timeout';
  const outcome: AttemptOutcome = wasSent ? await sendOnce(call, permit) : { kind: 'timeout', sent: false };
  if (outcome.kind === 'aborted') throw call.signal?.aborted ? call.signal.reason : call.client.lifetime.ended.reason;
  if (outcome.kind === 'response') {
    if (outcome.ok) return outcome;
    // The earlier request has deleted it.
    if (isGone(outcome, call)) return { ...outcome, ok: true, body: { problem: 'empty' } };
  }

  const isClosing = call.client.lifetime.closing.aborted;
  if (wasSent && permit.shouldResend && !call.rejection && outcome.kind === 'response' && !isClosing) {
    // A resend, which doesn't count as a retry: the service rejected the request before it did anything. The rejected
    // or locked out token is replaced (AUTH-3), or the rejection may have been a mistake.
    call.rejection = outcome;
  } else {
    const { client, clock, signal, settings, method, deadlineAt, retries } = call;
    const { hooks, lifetime } = client;
    const allowed = settings.retry;
    const waitMs = retryWaitMs({ outcome, method, retries, allowed, now: clock.now(), deadlineAt });
    if (waitMs === undefined || isClosing) return failCall(call, outcome);
    if (outcome.kind === 'response' && outcome.status === 429) call.goBehind();
    call.retries++;
    hooks.emit('onRetry', () => retryEvent(call, toAttemptResult(outcome), waitMs, wasSent));
    call.waits('retry', waitMs);
    await lifetime.sleep(waitMs, signal);
    lifetime.throwIfClosing(call);
  }

  if (!beforeResend || !call.mayHaveBeenApplied) return undefined;
  const decision = await beforeResend(call);
  if (decision === 'resend') return undefined;
  if (!('blockedBy' in decision)) return decision;
  call.resendBlockedBy = decision.blockedBy;
  return failCall(call, outcome);
}

/**
 * Whether a resent DELETE found nothing, although an earlier one may have been applied. Only the API itself says so: the page of
 * a gateway doesn't, nor can a 404 replace a body that the endpoint promises.
 */
function isGone(response: ReceivedResponse, { method, endpoint, mayHaveBeenApplied }: Call): boolean {
  if (method !== 'DELETE' || !mayHaveBeenApplied || response.status !== 404) return false;
  const row: Endpoint | undefined = endpoint && endpoints[endpoint];
  return isOfApi(response) && !row?.response;
}

/**
 * Returns a success whose body is cut off, which the code that reads the body rejects. @throws the error of any other
 * failed last attempt.
 */
function failCall(call: Call, outcome: UnabortedOutcome): ReceivedResponse {
  if (outcome.kind === 'response' && outcome.isCutOff) return outcome;
  throw errorOf(outcome, call);
}

/** Sends one attempt, and reports its outcome to the limit and the circuit breaker. */
async function sendOnce(call: Call, permit: Permit): Promise<AttemptOutcome> {
  const { client, signal, settings } = call;
  const { clock } = client;
  const sentAt = clock.now();
  call.sending(sentAt);
  if (serverSide && permit.outageSince !== undefined) serverSide.warnOfOutage(client, permit.outageSince);
  if (permit.isProvided) client.secrets.use(permit.token);
  client.hooks.emit('onRequest', () => requestEvent(call));
  const onStatus = (status: number, headers: Headers) => {
    // Pause before the place in flight becomes free. Otherwise the next call would be sent before the pause begins.
    if (status === 429) permit.pause(pauseMs(headers, clock.now(), call.retries));
    permit.statusReceived(status, client.doubtsRejections && settings.retry.limit > 0);
  };
  const received: AttemptOutcome = signal?.aborted
    ? { kind: 'aborted', sent: false }
    : await send(call, permit, onStatus);
  const { blockedUntil } = permit;
  const outcome = received.kind === 'response' && blockedUntil ? { ...received, blockedUntil } : received;

  if (outcome.kind === 'aborted' && !outcome.sent) permit.withdraw();
  else {
    // The service may still process an abandoned request, so the last window of its slot begins one timeout later.
    // The same applies to a 504: the gateway stopped waiting, but the service behind it may go on.
    const isAbandoned = outcome.kind === 'timeout' || outcome.kind === 'aborted';
    const mayArrive = isAbandoned || (outcome.kind === 'response' && outcome.status === 504);
    permit.release(mayArrive ? settings.timeout : 0);
    if (!isAbandoned) permit.ended(permit.needsSuccess && isAuthenticated(outcome));
  }
  const { status } = outcome.kind === 'response' && outcome.ok ? outcome : {};
  const requestId = outcome.kind === 'response' && outcome.headers.get('x-request-id');
  const result = {
    ...(status === undefined ? toAttemptResult(outcome) : { status }),
    ...(requestId && { requestId: shortened(requestId, call.redact, longestRequestId) }),
  };
  call.record(outcome, result);
  const durationMs = clock.now() - sentAt;
  client.hooks.emit('onResponse', () => responseEvent(call, result, durationMs));
  return outcome;
}

const longestRequestId = 200;

/** Error statuses of the API that an accepted credential can get (AUTH-4, ERR-1). */
const afterAuthentication = [400, 403, 404];

/**
 * Whether the response shows that the service accepted the credential. An HTML page of a portal or a firewall
 * doesn't.
 */
function isAuthenticated(outcome: AttemptOutcome): boolean {
  if (outcome.kind !== 'response') return false;
  if (outcome.ok) return outcome.status === 204 || outcome.body.problem === undefined;
  return afterAuthentication.includes(outcome.status) && isOfApi(outcome);
}

/** Whether an error has the form that the API gives it (ERR-1). */
function isOfApi({ body }: ReceivedResponse): boolean {
  return typeof membersOf(body)['error'] === 'string';
}
