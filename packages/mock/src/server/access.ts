import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackOrigin } from '../platform/http/addresses.ts';
import { HttpError } from '../platform/http/http-error.ts';

/** Rejects pages from other hosts: opening a page must not give it control of the mock. */
export function checkOrigin({ headers }: IncomingMessage): HttpError | null {
  const { origin } = headers;
  // Images and links are requested without an Origin, but with this header.
  const elsewhere = origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : !isLoopbackOrigin(origin);
  return elsewhere ? new HttpError(403, 'Only pages on this computer may use the control API') : null;
}

/**
 * Returns a function that checks a request's token. Without a token, the control API is open on loopback, and off where other
 * computers can reach it.
 */
export function tokenCheck(
  token: string | undefined,
  isPrivate: boolean,
): (request: IncomingMessage) => HttpError | null {
  if (token === undefined) {
    const off = new HttpError(
      403,
      'Other computers can reach this mock: the control API needs a token, set with --token or ISSUE_TRACKING_MOCK_TOKEN',
    );
    return () => (isPrivate ? null : off);
  }
  return ({ headers }) => {
    const received = headers['x-mock-token'] ?? /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
    if (typeof received === 'string' && isSame(received, token)) return null;
    return new HttpError(401, 'The token is missing or wrong: send it as Authorization: Bearer … or X-Mock-Token', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  };
}

/** Whether a text can be sent as a token in a header. */
export function isToken(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}

/** Compares two texts in a time that tells nothing but their length. */
function isSame(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
