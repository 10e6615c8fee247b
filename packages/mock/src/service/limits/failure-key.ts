import { digestOf, redact } from '../request-log/redact.ts';

/**
 * Returns the key that a source's failed authentications are counted under: an address as it is, a credential redacted and
 * with its digest. A caller may have sent a real key to the wrong address, so no key is kept in readable form.
 */
export function failureKey(source: string): string {
  return isAddress(source) ? source : `${redact(source)} ${digestOf(source)}`;
}

/** IPv4, or IPv6 with its colons: a token may be of hexadecimal digits alone. */
function isAddress(source: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^[\da-f:]*:[\da-f:.]*(?:%\w+)?$/i.test(source);
}
