import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackOrigin } from '../addresses.ts';
import type { Refused } from '../host-check.ts';

/** Refuses pages that are not on this computer: whoever opens one must not hand it the mock. */
export function checkOrigin({ headers }: IncomingMessage): Refused | null {
  const { origin } = headers;
  // An image or a link carries no Origin; browsers say in this header where it stands.
  const elsewhere = origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : !isLoopbackOrigin(origin);
  return elsewhere ? { status: 403, error: 'Only pages on this computer may use the control API' } : null;
}

/**
 * Asks for the token, if there is one. Without one the control API is open on loopback, and off where other computers
 * can reach it.
 */
export function tokenCheck(
  token: string | undefined,
  isPrivate: boolean,
): (request: IncomingMessage) => Refused | null {
  if (token === undefined) {
    const off = {
      status: 403,
      error: 'Other computers can reach this mock: the control API needs a token, set with --token',
    };
    return () => (isPrivate ? null : off);
  }
  const expected = digest(token);
  return ({ headers }) => {
    const given = headers['x-mock-token'] ?? /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
    if (typeof given === 'string' && timingSafeEqual(digest(given), expected)) return null;
    return { status: 401, error: 'The control API needs its token, as Authorization: Bearer … or X-Mock-Token' };
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
