import type { ErrorDetail } from '@issue-tracking/model';
import { type Redact, shortened } from './redact.ts';

/** Maximum number of details in a message: a wrong page can have a hundred. */
const mostNamed = 5;
/** Maximum number of details in an error. */
const mostKept = 100;

/** Returns details without secrets. */
export function redactedDetails(details: readonly ErrorDetail[] | undefined, redact: Redact): ErrorDetail[] {
  return (details ?? []).slice(0, mostKept).map(({ field, message }) => ({
    field: shortened(field, redact),
    message: shortened(message, redact),
  }));
}

/** Returns details as text for a message. */
export function inWords(details: readonly ErrorDetail[]): string {
  const named = details.slice(0, mostNamed).map(({ field, message }) => `${field || 'the body'} ${message}`);
  if (details.length > mostNamed) named.push(`and ${details.length - mostNamed} more`);
  return named.join('; ');
}
