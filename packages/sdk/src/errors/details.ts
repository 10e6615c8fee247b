import type { ErrorDetail } from '@issue-tracking/model';
import type { Redact } from './redact.ts';

/** At most so many are named in a message: a wrong page is wrong a hundred times. */
const mostNamed = 5;
/** At most so many are kept. */
const mostKept = 100;
/** More of a text than this is no help to anyone. */
const longestText = 1000;

/** Details that are safe to keep. */
export function redactedDetails(details: readonly ErrorDetail[] | undefined, redact: Redact): ErrorDetail[] {
  return (details ?? []).slice(0, mostKept).map(({ field, message }) => ({
    field: shortened(field, redact),
    message: shortened(message, redact),
  }));
}

/** A text from outside without secrets, at most 1,000 characters. */
export function shortened(text: string, redact: Redact): string {
  // In this order: the beginning of a secret that was cut in two would not be known as one.
  return redact(text).slice(0, longestText);
}

/** Details as a message says them. */
export function inWords(details: readonly ErrorDetail[]): string {
  const named = details.slice(0, mostNamed).map(({ field, message }) => `${field || 'the body'} ${message}`);
  if (details.length > mostNamed) named.push(`and ${details.length - mostNamed} more`);
  return named.join('; ');
}
