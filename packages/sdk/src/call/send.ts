import type { Admission } from '../credential/admission.ts';
import { membersOf } from '../validation/response-body.ts';
import type { Call } from './call.ts';
import type { AttemptResult } from './call-error.ts';
import type { Core } from './core.ts';
import type { Outcome } from './outcome.ts';
import { pauseMs } from './retry-policy.ts';
import { attempt, type Watcher } from './transport.ts';

/** What became of an attempt. */
export interface Sent {
  readonly outcome: Outcome;
  readonly result: AttemptResult;
  /** Whether it was a 401 after which the call may be sent once more. */
  readonly mayRepeat: boolean;
  /** Not so when it waited for as long as its timeout while the service answered nobody. */
  readonly wasSent: boolean;
}

/** One attempt; `admission` is what it waited for. */
export async function send(call: Call, admission: Admission | 'expired'): Promise<Sent> {
  const { core, clock, signal, settings } = call;
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
      if (status === 429) pause(core, pauseMs(headers, clock.now(), call.retries));
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
