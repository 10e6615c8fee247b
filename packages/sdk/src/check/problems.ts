import type { ErrorDetail } from '@issue-tracking/model';
import { isObject } from './scalars.ts';
import type { Shape } from './shape.ts';
import { walkerFor } from './walker.ts';

/** What is wrong with a value, place by place and without quoting it; empty when it has the shape. */
export function problemsOf(shape: Shape, value: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  if (!walkerFor(shape)(value)) explain(shape, value, '', details);
  return details;
}

/** Looks for what the walker saw; apart from it, so that a value that is right pays nothing for good messages. */
function explain(shape: Shape, value: unknown, field: string, details: ErrorDetail[]): void {
  if (walkerFor(shape)(value)) return;
  const refuse = (message: string) => details.push({ field, message });
  const under = field && `${field}.`;
  if (shape.kind === 'optional' || shape.kind === 'nullable') {
    explain(shape.of, value, field, details);
  } else if (value === undefined) {
    refuse('is missing');
  } else if ('message' in shape) {
    refuse(shape.message);
  } else if (shape.kind === 'integer') {
    refuse(`must be a whole number from ${shape.min}`);
  } else if (shape.kind === 'list' && Array.isArray(value)) {
    for (const [index, entry] of value.entries()) explain(shape.of, entry, under + index, details);
  } else if (shape.kind === 'map' && isObject(value)) {
    for (const [name, member] of Object.entries(value)) explain(shape.of, member, under + name, details);
  } else if (shape.kind === 'object' && isObject(value)) {
    for (const [name, member] of Object.entries(shape.members)) explain(member, value[name], under + name, details);
    if (!shape.exact) return;
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(shape.members, name)) details.push({ field: under + name, message: 'is not a known member' });
    }
  } else {
    refuse(`must be ${typeNames[shape.kind]}, not ${nameOfType(value)}`);
  }
}

const typeNames = { text: 'a string', number: 'a number', list: 'a list', map: 'an object', object: 'an object' };

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}
