import type { ErrorDetail } from '@issue-tracking/model';

/** Reports an argument unless it is right, with its value if that is passed: it must not be a secret. */
export function check(details: ErrorDetail[], field: string, isRight: boolean, message: string, value?: unknown): void {
  if (!isRight) details.push({ field, message: withValue(message, value) });
}

/** Maximum length of a value in a message. */
const longestValue = 50;

/** Returns a message of what a value must be, with the value itself. The error redacts it. */
export function withValue(message: string, value: unknown): string {
  return value === undefined ? message : `${message}; found ${shown(value)}`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, longestValue));
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value ? 'an object' : String(value);
}

/** Reports each member with an unknown name. A member that is `undefined` counts as absent. */
export function checkNames(members: object, known: readonly string[], details: ErrorDetail[]): void {
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || known.includes(name)) continue;
    details.push({ field: name, message: `is unknown: known are ${known.join(', ')}` });
  }
}
