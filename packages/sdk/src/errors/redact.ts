// Not imported from the model's index: a bundle with only the errors would then contain the model's schemas and zod.
import { apiKeyPrefix, secretName } from '@issue-tracking/model/credential';
import { isText } from '../platform/values.ts';

/** Replaces secrets in a foreign text. */
export type Redact = (text: string) => string;

/** The replacement for a credential. */
const redacted = '[redacted]';

/**
 * Texts that look like any credential: a key by its prefix (AUTH-2), a JSON Web Token by its beginning, which is `{"` in
 * base64, and the text after `Bearer`.
 */
const lookalikes = new RegExp(
  `\\b(?:${apiKeyPrefix}[\\w-]+|eyJ[\\w-]{8,}(?:\\.[\\w-]*){0,4}|(?<=Bearer\\s+)[\\w.~+/=-]{8,})`,
  'gi',
);

/** A {@link Redact} that knows no secret, only the form of credentials. */
export const redactLookalikes: Redact = (text) => text.replace(lookalikes, redacted);

/** Returns a {@link Redact} for these secrets, and for texts that look like a credential. */
export function redactor(secrets: readonly string[]): Redact {
  const redact = knownRedactor(secrets);
  return (text) => redactLookalikes(redact(text));
}

/**
 * Length of the beginning by which a secret is found. A pattern of a whole token could be too large for the platform, whose
 * error would quote it. A shorter text also occurs in other words.
 */
const beginning = 12;

/** Returns a {@link Redact} for these secrets alone: plain, percent-encoded or in base64, in any letter case. */
export function knownRedactor(secrets: readonly string[]): Redact {
  if (secrets.length === 0) return (text) => text;
  const any = new RegExp(secrets.flatMap(patternsOf).join('|'), 'gi');
  return (text) => text.replace(any, redacted);
}

function patternsOf(secret: string): string[] {
  // Servers show single parts of a JSON Web Token, and keys without their prefix.
  const parts = secret.replace(apiKeyPrefix, '').split('.');
  const long = [...parts, ...base64FormsOf(secret)].filter((form) => form.length >= beginning);
  // The characters that follow the beginning, of which each may be percent-encoded.
  const rest = `[\\w.~+/=%${eachUnit(secret, escaped)}-]{0,${3 * secret.length}}`;
  return [...new Set([secret, ...long])].map((form) => {
    const start = eachUnit(form.slice(0, beginning), (unit) => `(?:${escaped(unit)}|%${hexOf(unit, 2)})`);
    return start + (form.length > beginning ? rest : '');
  });
}

/** Returns a secret, and the header with it, in base64 and base64url. */
function base64FormsOf(secret: string): string[] {
  // No header carries such a text, so no server knows it.
  if (/[^\0-\xff]/.test(secret)) return [];
  return [secret, `Bearer ${secret}`].flatMap((text) => {
    // The last characters depend on the bytes behind the text.
    const form = btoa(text).slice(0, Math.floor((8 * text.length) / 6));
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const eachUnit = (text: string, replace: (unit: string) => string) => text.replace(/./gs, replace);
const hexOf = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).padStart(digits, '0');
const escaped = (unit: string) => `\\u${hexOf(unit, 4)}`;

/** Minimum length of a secret header. Shorter values are words and numbers that any text may contain. */
const shortestHeader = 8;

/** Returns the values of headers whose names suggest a secret. */
function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    secretName.test(name) && value.length >= shortestHeader ? [value] : [],
  );
}

/** The secrets of a client: its headers, and its present and previous credential. */
export class Secrets {
  readonly #headers: readonly string[];
  #credentials: readonly string[];
  #redact: Redact | undefined;

  constructor(headers: Readonly<Record<string, string>> = {}, credential?: string) {
    this.#headers = secretsIn(headers);
    this.#credentials = credential === undefined ? [] : [credential];
  }

  /** Function that hides every secret that is known now. */
  get redact(): Redact {
    this.#redact ??= redactor([...this.#headers, ...this.#credentials]);
    return this.#redact;
  }

  /** Sets the present credential. A request that was sent with the previous one may still get its response. */
  use(credential: string): void {
    const [present, previous] = this.#credentials;
    if (credential === present) return;
    this.#credentials = present === undefined ? [credential] : [credential, present];
    if (credential !== previous) this.#redact = undefined;
  }

  /** Returns these secrets and those of a call's own headers. */
  with(headers: Readonly<Record<string, string>>): Redact {
    const own = secretsIn(headers);
    return own.length === 0 ? this.redact : redactor([...this.#headers, ...this.#credentials, ...own]);
  }
}

/** Maximum length of a text in a message. */
const longestText = 1000;

/** Returns a foreign text without secrets, in one line, at most this long. */
export function shortened(text: string, redact: Redact, longest = longestText): string {
  return oneLine(redact(text).slice(0, longest));
}

/**
 * Returns a foreign text that is safe to print: a control character could clear a terminal, a line break could forge a log
 * line, and bidirectional marks could reorder the text around them.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}

/** Returns a copy of response headers without secrets. A header whose name contains a secret is left out. */
export function redactedHeaders(headers: Headers | undefined, redact: Redact): Headers {
  const copy = new Headers();
  headers?.forEach((value, name) => {
    // `[redacted]` is no legal header name.
    if (redact(name) === name) copy.append(name, redact(value));
  });
  return copy;
}

/** Maximum length of a body in an error. */
const longestBody = 65_536;

/** Returns a copy of a body without secrets: its JSON, or the beginning of its text if it is too long or no JSON. */
export function redactedBody(text: string | undefined, redact: Redact): unknown {
  if (text === undefined) return undefined;
  try {
    // Parsed before it is redacted: JSON can write each character of a secret as an escape.
    if (text.length <= longestBody) return JSON.parse(text, (_, value: unknown) => redactedMember(value, redact));
  } catch {
    // It is no JSON.
  }
  return redact(text).slice(0, longestBody);
}

function redactedMember(value: unknown, redact: Redact): unknown {
  if (isText(value)) return redact(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), member]));
}

/**
 * Returns a copy of an error that is safe to keep as `cause`: name, message, code and stack without secrets. The original
 * may hold the request with its headers, which `util.inspect` would print.
 */
export function redactedCause(cause: unknown, redact: Redact, depth = 4): Error | undefined {
  if (cause === undefined || cause === null || depth === 0) return undefined;
  const safe = (text: string) => oneLine(redact(text));
  try {
    if (typeof cause !== 'object') return new Error(safe(String(cause)));
    const { name, message, stack, code, cause: next } = cause as Partial<Error> & { code?: unknown };
    const inner = redactedCause(next, redact, depth - 1);
    // Any value can be thrown, and a field that is no string may fail to convert to one.
    const copy: Error & { code?: string } = new Error(isText(message) ? safe(message) : '', inner && { cause: inner });
    copy.name = isText(name) ? safe(name) : 'Error';
    // Keep only stack frames; the header repeats the message.
    if (isText(stack)) copy.stack = [`${copy.name}: ${copy.message}`, ...framesIn(redact(stack))].join('\n');
    if (isText(code)) copy.code = safe(code);
    return copy;
  } catch {
    return new Error('reading the thrown value failed');
  }
}

function framesIn(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at |@/.test(line))
    .map(oneLine);
}
