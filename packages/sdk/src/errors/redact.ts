// Not from the model's index: errors alone would bring its schemas, and zod, into a bundle.
import { apiKeyPrefix } from '@issue-tracking/model/credential';

/** Replaces what must not be shown in a text that came from outside. */
export type Redact = (text: string) => string;

/** What stands where a credential stood. */
const redacted = '[redacted]';

/**
 * What looks like a credential, whoever's it is: a key by its prefix (AUTH-2), a JSON Web Token by its beginning, which
 * is `{"` in base64, and whatever follows `Bearer`.
 */
const lookalikes = new RegExp(
  `\\b(?:${apiKeyPrefix}[\\w-]+|eyJ[\\w-]{8,}(?:\\.[\\w-]*){0,4}|(?<=Bearer\\s+)[\\w.~+/=-]{8,})`,
  'gi',
);

/** A {@link Redact} that knows no secret, only what secrets look like. */
export const redactLookalikes: Redact = (text) => text.replace(lookalikes, redacted);

/** A {@link Redact} for these secrets, in each form a server or proxy may echo one, in any letter case. */
export function redactor(secrets: Iterable<string>): Redact {
  // Longer ones go first, so that no rest of one stays because another is its beginning.
  const forms = [...secrets].flatMap(formsOf).sort((a, b) => b.length - a.length);
  if (forms.length === 0) return redactLookalikes;
  const known = new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'gi');
  return (text) => redactLookalikes(text.replace(known, redacted));
}

/** Shorter parts of a secret are also parts of other words. */
const shortestPart = 16;

/**
 * A secret as it is, percent-encoded and in base64; a key without its prefix, and the long parts of a JSON Web Token,
 * which are between its dots.
 */
function formsOf(secret: string): string[] {
  const candidates = [secret.replace(apiKeyPrefix, ''), ...secret.split('.')];
  const parts = candidates.filter((part) => part.length >= shortestPart && part !== secret);
  const encoded = secret.length >= shortestPart ? [0, 1, 2].map((bytesBefore) => base64Of(secret, bytesBefore)) : [];
  const urlSafe = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([secret, encodeURIComponent(secret), ...parts, ...encoded, ...urlSafe])];
}

/** What a secret becomes in base64 behind so many other bytes, such as `user:`, less the ends that depend on those. */
function base64Of(secret: string, bytesBefore: number): string {
  const bits = 8 * (bytesBefore + secret.length);
  return btoa(' '.repeat(bytesBefore) + secret).slice(Math.ceil((8 * bytesBefore) / 6), Math.floor(bits / 6));
}

/** How many tokens are remembered: a provider renews them, and an old one can still be echoed. */
const remembered = 100;

/** The credentials a client has used, to keep them out of every text. */
export class Secrets {
  readonly #tokens = new Set<string>();
  #redact: Redact | undefined;

  add(token: string): void {
    if (this.#tokens.has(token)) return;
    this.#tokens.add(token);
    const [oldest] = this.#tokens;
    if (this.#tokens.size > remembered && oldest !== undefined) this.#tokens.delete(oldest);
    this.#redact = undefined;
  }

  /** As a property, because it is handed on. */
  readonly redact: Redact = (text) => {
    this.#redact ??= redactor(this.#tokens);
    return this.#redact(text);
  };
}

/** A copy of response headers without secrets. */
export function redactedHeaders(headers: Headers | undefined, redact: Redact): Headers {
  const copy = new Headers();
  headers?.forEach((value, name) => {
    copy.append(name, redact(value));
  });
  return copy;
}

/**
 * A copy of an error that is safe to keep as `cause`: name, message, code and stack without secrets. The original may
 * hold the request with its headers, which `util.inspect` would print.
 */
export function redactedCause(cause: unknown, redact: Redact, depth = 4): Error | undefined {
  if (cause === undefined || cause === null || depth === 0) return undefined;
  if (typeof cause !== 'object') return new Error(redact(String(cause)));
  const { name, message, stack, code, cause: next } = cause as Partial<Error> & { code?: unknown };
  const inner = redactedCause(next, redact, depth - 1);
  // Anything can be thrown, and what is no text may not even be convertible.
  const copy: Error & { code?: string } = new Error(isText(message) ? redact(message) : '', inner && { cause: inner });
  copy.name = isText(name) ? redact(name) : 'Error';
  if (isText(stack)) copy.stack = redact(stack);
  if (isText(code)) copy.code = redact(code);
  return copy;
}

const isText = (value: unknown): value is string => typeof value === 'string';
