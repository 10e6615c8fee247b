import { limits } from '@issue-tracking/model';
import type { WireRequest } from '../http/exchange.ts';
import { HttpError, tooMany } from '../http/http-error.ts';
import type { Rate } from '../limits/sliding-window.ts';
import type { Caller, Service } from '../service.ts';
import type { Presented } from './authenticate.ts';
import { countRejected } from './rate-limit.ts';

const failureRate: Rate = { requests: limits.authenticationFailures, windowMs: limits.authenticationWindowMs };

/**
 * Lets a known caller through. Everyone else gets 401, and once their source has failed too often, 429 (AUTH-7). By one
 * reading a known caller gets that too, while their source is locked out (GAP-28).
 *
 * @throws HttpError
 */
export function requireCaller(
  service: Service,
  request: WireRequest,
  { header, credential, caller }: Presented,
): Caller {
  const { readings, failures, clock, texts } = service;
  if (caller && readings.lockout === 'failures') return caller;
  const now = clock.now();
  const source = request.source() ?? credential ?? header ?? '';
  const wait = failures.wait(source, now);
  if (caller && wait === 0) return caller;
  if (credential !== undefined && readings.refusedCount) countRejected(service, credential, now);
  const counts = header !== null || readings.missingCredential === 'count';
  if (wait > 0 && (counts || readings.lockout === 'source')) throw lockedOut(service, wait);
  if (counts) failures.record(source, failureRate, now);
  throw new HttpError(401, texts.unauthenticated, { headers: challenge });
}

const challenge = { 'www-authenticate': 'Bearer' };

/** AUTH-7, and what else a service may answer (GAP-45). */
function lockedOut({ texts, readings: { lockoutStatus } }: Service, wait: number): HttpError {
  if (lockoutStatus === 429) return tooMany(texts.lockedOut, wait);
  const status = lockoutStatus === '429-without-retry-after' ? 429 : lockoutStatus;
  return new HttpError(status, texts.lockedOut, status === 401 ? { headers: challenge } : {});
}
