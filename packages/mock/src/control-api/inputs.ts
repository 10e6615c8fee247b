import * as z from 'zod/mini';
import { object, text } from '../platform/input/schemas.ts';

/** Returns the schema of a whole number as text, in a path or a query. */
export function wholeNumberInText(from: number, to: number = Number.MAX_SAFE_INTEGER) {
  const must = `must be a whole number from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`;
  const isOne = (value: unknown) =>
    typeof value === 'string' && /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to;
  return z.pipe(z.custom<string>(isOne, must), z.transform(Number));
}

/** The path parameter `{id}`. */
export const byId = object({ id: text });
