import { apiKeyInText, apiKeyPrefix, secretName } from '@issue-tracking/model';
import { bearerOf, decodedSegment } from '../platform/http/sent.ts';

/** Redacts a credential. Keeps the last four characters of a long credential. */
export function redact(credential: string): string {
  const prefix = credential.startsWith(apiKeyPrefix) ? apiKeyPrefix : '';
  return `${prefix}…${credential.length >= 16 ? credential.slice(-4) : ''}`;
}

/** Returns a redacted credential with its unique name: `acme-ci (svc_…only)`. */
export function namedCredential(name: string, credential: string): string {
  return `${name} (${redact(credential)})`;
}

/** Redacts API keys in a text. */
export function redactKeys(text: string): string {
  return text.includes(apiKeyPrefix) ? text.replaceAll(apiKeyInText, (key) => redact(key)) : text;
}

/** Redacts API keys in a text, and the credential of the request, which a client may repeat in the text. */
export function withoutCredential(text: string, credential: string | undefined): string {
  // Very short credentials may be part of words.
  const holdsIt = credential !== undefined && credential.length >= 6 && text.includes(credential);
  return redactKeys(holdsIt ? text.replaceAll(credential, () => redact(credential)) : text);
}

/** Redacts query parameters that are named like secrets. The API has no such parameters, but clients may send them. */
export function withoutSecretParameters(search: string): string {
  if (!search.includes('=')) return search;
  return search.replace(/([^?&#=]+)=([^&#]+)/g, (whole, name: string) =>
    secretName.test(decodedSegment(name)) ? `${name}=…` : whole,
  );
}

/** Redacts secrets in headers. */
export function redactedHeaders(
  headers: Readonly<Record<string, string>>,
  credential: string | undefined,
): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => [name, redactedHeader(name, value, credential)]);
  return Object.fromEntries(shown);
}

function redactedHeader(name: string, value: string, sent: string | undefined): string {
  const credential = name === 'authorization' ? bearerOf(value) : undefined;
  if (credential !== undefined) return `Bearer ${redact(credential)}`;
  if (secretName.test(name)) return '…';
  return withoutCredential(name === 'referer' ? withoutSecretParameters(value) : value, sent);
}

/**
 * Returns a 53-bit digest of a credential (cyrb53). Not reversible, and collisions are negligible.
 */
export function digestOf(credential: string): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < credential.length; at++) {
    const code = credential.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4_294_967_296 * (2_097_151 & two) + (one >>> 0)).toString(36);
}
