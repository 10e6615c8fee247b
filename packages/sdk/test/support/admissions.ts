import { virtualClock } from '@issue-tracking/mock';
import type { AccessToken, Clock } from '@issue-tracking/sdk';
import { CallQueue } from '../../src/credential/call-queue.ts';
import { fixedCredential } from '../../src/credential/credential.ts';
import type { Permit } from '../../src/credential/permit.ts';
import { ProvidedTokens } from '../../src/credential/provided-tokens.ts';
import type { RateLimitSettings } from '../../src/rate-limit/rate-limit.ts';
import type { Ticket } from '../../src/rate-limit/ticket.ts';

/** Options of a queue and its client policy. */
export interface AdmissionsOptions {
  readonly credential?: AccessToken;
  readonly clock?: Clock;
  readonly isProtected?: boolean;
  readonly limit?: number;
  readonly rateLimit?: Partial<RateLimitSettings>;
}

/** Options of one attempt. */
export interface EnterOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly deadlineAt?: number;
  readonly maxWaitMs?: number;
  readonly priority?: number;
  readonly isAgain?: boolean;
  readonly isWrite?: boolean;
  readonly ticket?: Ticket;
  readonly onWait?: (reason: string, ms: number | undefined) => void;
}

/** Returns a queue of one credential, and a function that acquires permits from it. */
export function admissions(options: AdmissionsOptions = {}) {
  const { credential = 'svc_1', clock = virtualClock(), limit = Number.POSITIVE_INFINITY } = options;
  const source = typeof credential === 'function' ? new ProvidedTokens(credential, clock) : fixedCredential(credential);
  const queue = new CallQueue({ origin: 'https://issues.test', source, clock });
  const settings = { limit, windowMs: 60_000, onStoreError: 'fail', ...options.rateLimit } as const;
  const policy = queue.policy(settings, options.isProtected ?? true);

  async function enter(how: EnterOptions = {}, by = policy): Promise<Permit> {
    const { timeoutMs = 30_000, deadlineAt = Number.POSITIVE_INFINITY, maxWaitMs = 120_000, priority = 0 } = how;
    const permit = await queue.acquire(
      {
        signal: how.signal,
        deadlineAt,
        settings: { timeout: timeoutMs, priority, retry: { maxRetryAfter: maxWaitMs } },
        waits: how.onWait ?? (() => {}),
        inContext: (run) => run(),
        isWrite: how.isWrite ?? false,
        ticket: how.isAgain ? { number: 0, hasBegun: true } : (how.ticket ?? queue.ticket()),
      },
      by,
    );
    if (permit === 'timeout') throw new DOMException('no call got a response', 'TimeoutError');
    return permit;
  }

  /** Pauses the credential after a 429. */
  const pause = (ms: number) => source.fresh && queue.pause(source.fresh, ms);

  return { queue, policy, settings, enter, pause };
}

/** Completes an attempt with a success of the API. */
export function accept(permit: Permit): void {
  permit.statusReceived(200, true);
  permit.ended(true);
}

/** Completes an attempt with a 401. Returns whether the call is sent again. */
export function reject(permit: Permit, canResend = true): boolean {
  const shouldResend = permit.statusReceived(401, canResend);
  permit.ended(false);
  return shouldResend;
}
