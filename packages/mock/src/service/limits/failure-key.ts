import { digestOf, redact } from '../request-log/redact.ts';

/**
 * What failed authentications of a source are counted under: an address as it is, anything else by its redacted form and its digest.
 * Who gets a 401 may have typed a real key at the wrong address: it is kept nowhere that can be read.
 */
export function failureKey(source: string): string {
  return isAddress(source) ? source : `${redact(source)} ${digestOf(source)}`;
}

/** IPv4, or IPv6 with its colons: a token may be of hexadecimal digits alone. */
function isAddress(source: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^[\da-f:]*:[\da-f:.]*(?:%\w+)?$/i.test(source);
}
