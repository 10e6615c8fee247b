import { type ErrorDetail, mustBeOneOf } from '@issue-tracking/model';
import { longestDelayMs } from '../platform/clock.ts';

/** Names of the options of every call. */
export const callOptionNames: readonly string[] = ['signal', 'timeout', 'deadline', 'retry', 'headers', 'priority'];

/** Reports an argument or option unless it is right, with its value if that is passed: it must not be a secret. */
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

/** Reports an option that is none of its values. */
export function checkOneOf(
  field: string,
  value: unknown,
  values: readonly (string | boolean)[],
  details: ErrorDetail[],
): void {
  const isRight = value === undefined || values.includes(value as string);
  check(details, field, isRight, mustBeOneOf(values.map(String)), value);
}

/** Reports a duration that no timer accepts. */
export function checkDuration(field: string, value: unknown, details: ErrorDetail[]): void {
  const isRight = value === undefined || (typeof value === 'number' && value > 0 && value <= longestDelayMs);
  check(details, field, isRight, `must be milliseconds, from 1 to ${longestDelayMs}`, value);
}

/**
 * Reports options that are no object, and each member with an unknown name. In a program without types, a misspelt option
 * would otherwise be ignored silently. A member that is `undefined` counts as absent.
 */
export function checkNames(prefix: string, options: object, known: readonly string[], details: ErrorDetail[]): void {
  if (typeof options !== 'object' || options === null) {
    // Options with options of their own can be turned off.
    const message = `must be ${prefix ? 'false or ' : ''}an object of ${known.join(', ')}`;
    details.push({ field: prefix.slice(0, -1) || 'options', message });
    return;
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || known.includes(name)) continue;
    details.push({ field: `${prefix}${name}`, message: `is unknown: known are ${known.join(', ')}` });
  }
}
