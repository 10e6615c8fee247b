import { apiKeyPrefix } from '@issue-tracking/model';

/** Replaces what must not be shown in a text that came from outside. */
export type Redact = (text: string) => string;

/** What stands where a credential stood. */
const redacted = '[redacted]';

/** What looks like a credential, whoever's it is: a key by its prefix (AUTH-2), and whatever follows `Bearer`. */
const lookalikes = new RegExp(`\\b(?:${apiKeyPrefix}[\\w-]+|(?<=Bearer\\s+)[\\w.~+/=-]{8,})`, 'gi');

/** A {@link Redact} that knows no secret, only what secrets look like. */
export const redactLookalikes: Redact = (text) => text.replace(lookalikes, redacted);

/**
 * A {@link Redact} for these secrets, also where a server or proxy echoes one percent-encoded. Longer
 * ones go first, so that no rest of one stays because another is its beginning.
 */
export function redactor(secrets: Iterable<string>): Redact {
  const forms = [...secrets]
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .sort((a, b) => b.length - a.length);
  return (text) => redactLookalikes(forms.reduce((shown, form) => shown.replaceAll(form, redacted), text));
}

/** How many tokens are remembered: a provider renews them, and an old one can still be echoed. */
const remembered = 8;

/** The credentials a client has used, to keep them out of every text. */
export class Secrets {
  readonly #tokens = new Set<string>();
  #redact: Redact = redactLookalikes;

  add(token: string): void {
    if (this.#tokens.has(token)) return;
    this.#tokens.add(token);
    const [oldest] = this.#tokens;
    if (this.#tokens.size > remembered && oldest !== undefined) this.#tokens.delete(oldest);
    this.#redact = redactor(this.#tokens);
  }

  /** As a property, because it is handed on. */
  readonly redact: Redact = (text) => this.#redact(text);
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
