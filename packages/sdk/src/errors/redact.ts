// Not imported from the model's index: a bundle with only the errors would then contain the model's schemas and zod.
import { apiKeyPrefix } from '@issue-tracking/model/credential';

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

/** Minimum length of a hidden part of a secret. Shorter parts also occur in other words. */
const shortestPart = 12;
/** Length and step of samples: every run of 12 characters contains 6 characters that begin at a multiple of 7. */
const sampleLength = 6;
const sampleStep = 7;

/** Returns a {@link Redact} for these secrets, in every form, and for texts that look like a credential. */
export function redactor(secrets: Iterable<string>): Redact {
  const redact = knownRedactor(secrets);
  return (text) => redactLookalikes(redact(text));
}

/**
 * Returns a {@link Redact} for these secrets alone. It hides each run of 12 or more characters of a secret, in any
 * letter case, percent-encoded in any part, or in base64. A shorter secret is hidden as a whole.
 */
export function knownRedactor(secrets: Iterable<string>): Redact {
  const all = [...secrets];
  const plain = all.map((secret) => plainForm(decodedUnits(secret)));
  const short = plain.filter((secret) => secret.length > 0 && secret.length < shortestPart);
  const long = all.filter((secret) => secret.length >= shortestPart);
  const known = [...plain, ...long.map((secret) => secret.toLowerCase()), ...long.flatMap(base64FormsOf)].join('\0');
  return (text) => {
    const decoded = text.includes('%') ? hideParts(decodedUnits(text), known, short) : text;
    return hideParts(decoded.split(''), known, short);
  };
}

/** Returns the text of these units, without known secrets. */
function hideParts(units: readonly string[], known: string, short: readonly string[]): string {
  const plain = plainForm(units);
  const isHidden = units.map(() => false);
  const isKnown = (start: number, length: number) =>
    start + length <= plain.length && known.includes(plain.slice(start, start + length));
  for (let sample = 0; sample < plain.length; sample += sampleStep) {
    if (!isKnown(sample, sampleLength)) continue;
    for (let start = Math.max(0, sample - sampleLength); start <= sample; start++) {
      if (isKnown(start, shortestPart)) isHidden.fill(true, start, start + shortestPart);
    }
  }
  for (const secret of short) {
    for (let at = plain.indexOf(secret); at >= 0; at = plain.indexOf(secret, at + 1)) {
      isHidden.fill(true, at, at + secret.length);
    }
  }
  return units.map((unit, at) => (isHidden[at] ? (isHidden[at - 1] ? '' : redacted) : unit)).join('');
}

/** Returns the units of a text: each character, or the three characters of a percent-encoded byte. */
function decodedUnits(text: string): string[] {
  return text.match(/%[\da-f]{2}|[\s\S]/gi) ?? [];
}

/** Returns the characters that units encode, in lower case, one for each unit. */
function plainForm(units: readonly string[]): string {
  return units
    .map((unit) => (unit.length > 1 ? String.fromCharCode(Number.parseInt(unit.slice(1), 16)) : unit))
    .map((character) => character.toLowerCase().charAt(0))
    .join('');
}

/** Returns a secret in base64 and base64url, after any number of other bytes, such as `user:`. */
function base64FormsOf(secret: string): string[] {
  const forms = [0, 1, 2].map((bytesBefore) => base64Of(secret, bytesBefore).toLowerCase());
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/**
 * Returns a secret in base64 after `bytesBefore` other bytes, without the characters at both ends that depend on
 * neighboring bytes.
 */
function base64Of(secret: string, bytesBefore: number): string {
  const bits = 8 * (bytesBefore + secret.length);
  return btoa(' '.repeat(bytesBefore) + secret).slice(Math.ceil((8 * bytesBefore) / 6), Math.floor(bits / 6));
}
