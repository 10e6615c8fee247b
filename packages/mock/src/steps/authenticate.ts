import { limits } from '@issue-tracking/model';
import { durationText } from '../platform/clock/duration-text.ts';
import { HttpError, tooMany } from '../platform/http/http-error.ts';
import type { Behavior } from '../behavior/behavior.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import type { Rate } from '../rate-window.ts';
import { digestOf, redact } from '../log/redaction.ts';
import type { Caller } from '../state.ts';
import { challenge, unauthenticated } from './errors.ts';
import { identify } from './identify.ts';
import type { RequestContext } from './passage.ts';

const failureRate: Rate = { requests: limits.authenticationFailures, windowMs: limits.authenticationWindowMs };

/**
 * Returns the caller of a request (AUTH-1). An unknown caller gets 401, and 429 once its source is locked out (AUTH-7). With the
 * behavior option `lockout: 'source'`, known callers get 429, too (GAP-28).
 *
 * @throws HttpError
 */
export function authenticate(context: RequestContext): Caller {
  const { service, settings, request, credential } = context;
  const { behavior } = settings;
  const { failures, clock } = service;
  const now = clock.now();
  const header = request.header('authorization');
  // enforces AUTH-1
  const { caller, why } = identify(service, header, credential, now);
  if (caller && behavior.lockout === 'failures') return caller;
  const source = failureKey(sourceOf(context));
  const wait = failures.wait(source, now);
  if (caller && wait === 0) return caller;
  // enforces AUTH-7
  if (wait > 0) {
    const { requests, windowMs } = failureRate;
    throw lockedOut(behavior, wait).because({
      text: `The source is locked out for ${durationText(wait)}: it had ${requests} failed authentications in ${durationText(windowMs)}.`,
      behavior: caller ? 'lockout' : 'lockoutStatus',
      reason: 'locked out',
    });
  }
  // A missing credential counts, too (GAP-36).
  failures.record(source, failureRate, now);
  throw unauthenticated().because({
    text: `${why} ${countText(failures.view(source, now).used)}`,
    reason: header === null ? 'no key' : 'wrong key',
  });
}

/** Describes how close a source is to its lockout. */
function countText(used: number): string {
  const { requests, windowMs } = failureRate;
  const next = used >= requests ? '; the next one locks the source out' : '';
  return `It is failed authentication ${used} of ${requests} that the source may have in ${durationText(windowMs)}${next}.`;
}

/** The address that stands for all in-process requests. */
const inProcess = '127.0.0.1';

/** Returns the source that a failed authentication counts against (GAP-21). */
function sourceOf({ service: { source }, request, entry, credential }: RequestContext): string {
  if (typeof source === 'function') return source(request.asRequest());
  const { address } = request;
  if (source === 'address') return address ?? inProcess;
  // A known key, such as a tenant's revoked key, is its own source. So tenants don't lock one another out.
  const isKnown = entry.credentialName !== undefined;
  if (source === undefined && address !== undefined && !isKnown) return address;
  return credential ?? request.header('authorization') ?? '';
}

/** Returns the error of a lockout (AUTH-7), with the status of `lockoutStatus` (GAP-45). */
function lockedOut({ lockoutStatus }: Behavior, wait: number): HttpError {
  if (lockoutStatus === 429) return tooMany(mockTexts.lockedOut, wait);
  const status = lockoutStatus === '429-without-retry-after' ? 429 : lockoutStatus;
  return new HttpError(status, mockTexts.lockedOut, status === 401 ? { headers: challenge } : {});
}

/**
 * Returns the key by which failed authentications of a source are counted: an address, or a redacted credential with its digest.
 * Credentials are never kept in readable form, because clients may send real credentials by mistake.
 */
export function failureKey(source: string): string {
  return isAddress(source) ? source : `${redact(source)} ${digestOf(source)}`;
}

/** Whether a source is an IPv4 or IPv6 address. Requires a colon for IPv6, because tokens may consist of hexadecimal digits. */
function isAddress(source: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^[\da-f:]*:[\da-f:.]*(?:%\w+)?$/i.test(source);
}
