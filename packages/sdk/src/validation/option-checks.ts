import type { ErrorDetail } from '@issue-tracking/model';
import { longestDelayMs } from '../platform/clock.ts';

/** Names of the options of every call. */
export const callOptionNames: readonly string[] = ['signal', 'timeout', 'deadline', 'retry', 'headers', 'priority'];

/** Reports an argument or option unless it is right. */
export function check(details: ErrorDetail[], field: string, isRight: boolean, message: string): void {
  if (!isRight) details.push({ field, message });
}

/** Reports a duration that no timer accepts. */
export function checkDuration(field: string, value: unknown, details: ErrorDetail[]): void {
  const isRight = value === undefined || (typeof value === 'number' && value > 0 && value <= longestDelayMs);
  check(details, field, isRight, `must be milliseconds, from 1 to ${longestDelayMs}`);
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
