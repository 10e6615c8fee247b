import { errorTexts, type Scope } from '@issue-tracking/model';
import { Refusal, tooMany } from '../http/http-error.ts';
import type { Service } from '../service.ts';
import type { Caller } from './authenticate.ts';

/** Holds the caller to the request rate (LIM-1). */
export function limitRate({ admitted, clock, readings, texts }: Service, { credential, rate }: Caller): void {
  if (!rate) return;
  const now = clock.now();
  const wait = admitted.wait(credential, now);
  if (wait === 0 || readings.refusedCount) admitted.record(credential, rate, now);
  // Asked again: a refusal that counts has pushed the end of the wait back (GAP-27).
  if (wait > 0) throw tooMany(texts.rateLimited, admitted.wait(credential, now));
}

/** Refuses a caller without the endpoint's scope (AUTH-4). */
export function requireScope({ scopes }: Caller, scope: Scope): void {
  if (!scopes.includes(scope)) throw new Refusal(403, errorTexts.insufficientScope);
}
