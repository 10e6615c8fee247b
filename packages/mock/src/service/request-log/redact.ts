import { apiKeyInText, apiKeyPrefix, secretName } from '@issue-tracking/model';
import { bearerOf, decodedSegment } from '../../platform/http/wire.ts';

/** A credential as a log may show it: a long one by its last four characters, which give nothing away. */
export function redact(credential: string): string {
  const prefix = credential.startsWith(apiKeyPrefix) ? apiKeyPrefix : '';
  return `${prefix}…${credential.length >= 16 ? credential.slice(-4) : ''}`;
}

/** A credential with what people call it, which tells it from all others: `acme-ci (svc_…only)`. */
export function namedCredential(name: string, credential: string): string {
  return `${name} (${redact(credential)})`;
}

/** Redacts keys in a text that should have none, such as an address or a comment. */
export function redactKeys(text: string): string {
  return text.includes(apiKeyPrefix) ? text.replaceAll(apiKeyInText, (key) => redact(key)) : text;
}

/** A text without API keys, and without the credential that it came with: a client may say that twice. */
export function withoutCredential(text: string, credential: string | undefined): string {
  // A very short one is part of other words.
  const holdsIt = credential !== undefined && credential.length >= 6 && text.includes(credential);
  return redactKeys(holdsIt ? text.replaceAll(credential, () => redact(credential)) : text);
}

/** Redacts the parameters of a query whose names are those of secrets. This API has none, but clients send them all the same. */
export function withoutSecretParameters(search: string): string {
  if (!search.includes('=')) return search;
  return search.replace(/([^?&#=]+)=([^&#]+)/g, (whole, name: string) =>
    secretName.test(decodedSegment(name)) ? `${name}=…` : whole,
  );
}

/** Headers without the secrets that they may hold. */
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
 * Returns a digest of a credential: the same for the same one, and it can't be reversed. A collision is about as likely as
 * a broken disk (cyrb53, 53 bits).
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
