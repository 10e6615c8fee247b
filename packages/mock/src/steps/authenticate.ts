import { limits } from '@issue-tracking/model';
import type { Explain } from '../log/entry.ts';
import { digestOf, redact } from '../log/redaction.ts';
import { durationText } from '../platform/clock/duration-text.ts';
import { timeText } from '../platform/clock/time-text.ts';
import { tooMany } from '../platform/http/http-error.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import { requestOf } from '../platform/http/sent.ts';
import { type Rate, recordIn, viewOf, waitIn } from '../rate-window.ts';
import type { Caller, Service } from '../state.ts';
import { unauthenticated } from './errors.ts';
import { identify } from './identify.ts';
import type { Passage } from './passage.ts';

/** The failed authentications that a source may have (AUTH-7). */
export const failureRate: Rate = { requests: limits.authenticationFailures, windowMs: limits.authenticationWindowMs };

/**
 * Returns the caller of a request (AUTH-1). An unknown caller gets 401, and 429 once its source is locked out (AUTH-7). With the
 * behavior option `lockout: 'source'`, known callers get 429, too (GAP-28).
 *
 * @throws HttpError
 */
export function authenticate(passage: Passage): Caller {
  const { service, sent, entry, credential } = passage;
  const { state, store, clock } = service;
  const now = clock.now();
  const header = sent.headers['authorization'];
  // enforces AUTH-1
  const { caller, why, reason } = identify(store, header, credential, now);
  const isAdmitted = caller && entry.settings.behavior.lockout === 'failures';
  const counted = isAdmitted ? '' : sourceOf(passage);
  const source = failureKey(counted);
  const wait = isAdmitted ? 0 : waitIn(state.failures, source, failureRate, now);
  if (caller && wait === 0) {
    passage.tell(valid);
    return caller;
  }
  const { requests, windowMs } = failureRate;
  const ofWhom = `in ${durationText(windowMs)} for ${sourceText(counted, service.source)}`;
  // GAP-45
  // enforces AUTH-7
  if (wait > 0) {
    entry.source = source;
    throw tooMany(mockTexts.lockedOut, wait).because({
      text: `Locked out until ${timeText(now + wait, now)}, after ${requests} failed authentications ${ofWhom}.`,
      behavior: caller && 'lockout',
      reason: 'locked out',
    });
  }
  // A missing credential counts, too (GAP-36).
  recordIn(state.failures, source, failureRate, now);
  const { used } = viewOf(state.failures, source, failureRate, now);
  const next = used >= requests ? '; the next one leads to a lockout' : '';
  const count = `It is failed authentication ${used} of ${requests} ${ofWhom}${next}.`;
  throw unauthenticated().because({ text: `${why} ${count}`, reason });
}

const valid: Explain = ({ shownCredential }) => ({ text: `The credential ${shownCredential ?? ''} is valid.` });

/** The address that stands for all in-process requests. */
const inProcess = '127.0.0.1';

/** Returns the source that a failed authentication counts against (GAP-21). */
function sourceOf({ service: { source }, sent, entry, credential }: Passage): string {
  if (typeof source === 'function') return source(requestOf(sent));
  const { address } = sent;
  if (source === 'address') return address ?? inProcess;
  // A known key, such as a tenant's revoked key, is its own source. So tenants don't lock one another out.
  const isKnown = entry.credentialName !== undefined;
  if (source === undefined && address !== undefined && !isKnown) return address;
  return credential ?? sent.headers['authorization'] ?? '';
}

/**
 * Returns the key by which failed authentications of a source are counted: an address, or a redacted credential with its digest.
 * Credentials are never kept in readable form, because clients may send real credentials by mistake.
 */
export function failureKey(source: string): string {
  return isAddress(source) ? source : `${redact(source)} ${digestOf(source)}`;
}

/** Returns a source in words that hold no credential. */
function sourceText(source: string, by: Service['source']): string {
  if (isAddress(source)) return `the address ${source}`;
  return source === '' || typeof by === 'function' ? 'this client' : 'this credential';
}

/** Whether a source is an IPv4 or IPv6 address. Requires a colon for IPv6, because tokens may consist of hexadecimal digits. */
function isAddress(source: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^[\da-f:]*:[\da-f:.]*(?:%\w+)?$/i.test(source);
}
