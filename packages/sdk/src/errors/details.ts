import type { ErrorDetail } from '@issue-tracking/model';
import type { Redact } from './redact.ts';
import { shortened } from './shortened.ts';

/** At most this number is named in a message: a wrong page is wrong a hundred times. */
const mostNamed = 5;
/** At most this number is kept. */
const mostKept = 100;

/** Details that are safe to keep. */
export function redactedDetails(details: readonly ErrorDetail[] | undefined, redact: Redact): ErrorDetail[] {
  return (details ?? []).slice(0, mostKept).map(({ field, message }) => ({
    field: shortened(field, redact),
    message: shortened(message, redact),
  }));
}

/** Details as a message says them. */
export function inWords(details: readonly ErrorDetail[]): string {
  const named = details.slice(0, mostNamed).map(({ field, message }) => `${field || 'the body'} ${message}`);
  if (details.length > mostNamed) named.push(`and ${details.length - mostNamed} more`);
  return named.join('; ');
}
