import * as z from 'zod/mini';
import { jsonForms, object, text } from '../platform/input/schemas.ts';

/** Returns the schema of a whole number as text, in a path or a query. */
export function wholeNumberInText(from: number, to: number = Number.MAX_SAFE_INTEGER) {
  const must = `must be a whole number from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`;
  const isOne = (value: unknown) =>
    typeof value === 'string' && /^\d+$/.test(value) && inRange(Number(value), from, to);
  const form = { type: 'integer', minimum: from, ...(to < Number.MAX_SAFE_INTEGER && { maximum: to }) };
  return z.pipe(z.custom<string>(isOne, must).register(jsonForms, form), z.transform(Number));
}

function inRange(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}

/** The path parameter `{id}`. */
export const byId = object({ id: text });
