import { virtualClock } from '@issue-tracking/mock';
import type { AccessToken, Clock } from '@issue-tracking/sdk';
import type { Admission } from '../../src/credential/admission.ts';
import { AdmissionQueue, type Protection } from '../../src/credential/admission-queue.ts';
import { fixedCredential } from '../../src/credential/credential.ts';
import { FailureBudget } from '../../src/credential/failure-budget.ts';
import { ProvidedTokens } from '../../src/credential/provided-tokens.ts';
import type { RateLimitSettings } from '../../src/rate-limit/rate-limit.ts';

/** What a queue is made from. */
export interface AdmissionsOptions {
  readonly credential?: AccessToken;
  readonly clock?: Clock;
  readonly budget?: FailureBudget;
  readonly protection?: Protection;
  readonly limit?: number;
  readonly rateLimit?: Partial<RateLimitSettings>;
}

/** How one attempt waits. */
export interface EnterOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly deadlineAt?: number;
  readonly maxWaitMs?: number;
  readonly priority?: number;
  readonly isAgain?: boolean;
  readonly onWait?: (reason: string, ms: number | undefined) => void;
}

/** The queue of one credential, as calls meet it. */
export function admissions(options: AdmissionsOptions = {}) {
  const { credential = 'svc_1', clock = virtualClock(), limit = Number.POSITIVE_INFINITY } = options;
  const { protection = { scope: 'credential', maxInFlight: 4 }, budget = new FailureBudget(clock) } = options;
  const source = typeof credential === 'function' ? new ProvidedTokens(credential, clock) : fixedCredential(credential);
  const queue = new AdmissionQueue({ origin: 'https://issues.test', source, clock, budgetOf: () => budget });
  const settings = { limit, windowMs: 60_000, onStoreError: 'fail', ...options.rateLimit } as const;
  const terms = queue.terms(settings, protection);

  async function enter(how: EnterOptions = {}, by = terms): Promise<Admission> {
    const { timeoutMs = 30_000, deadlineAt = Number.POSITIVE_INFINITY, maxWaitMs = 120_000, priority = 0 } = how;
    const admission = await queue.enter(
      {
        signal: how.signal,
        deadlineAt,
        settings: { timeout: timeoutMs, priority, retry: { maxRetryAfter: maxWaitMs } },
        waits: how.onWait ?? (() => {}),
        inContext: (run) => run(),
      },
      by,
      how.isAgain ?? false,
    );
    if (admission === 'expired') throw new DOMException('nobody was answered', 'TimeoutError');
    return admission;
  }

  return { queue, terms, settings, budget, circuit: terms.circuit, enter };
}

/** The API has answered with success. */
export function accept(admission: Admission): void {
  admission.answered(200, true);
  admission.ended(true);
}

/** The API has answered with 401. */
export function refuse(admission: Admission, mayRepeat = true): 'again' | undefined {
  const verdict = admission.answered(401, mayRepeat);
  admission.ended(false);
  return verdict;
}
