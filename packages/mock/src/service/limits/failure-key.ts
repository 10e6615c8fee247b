import { digestOf, redact } from '../request-log/redact.ts';

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
