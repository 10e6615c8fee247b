import { issueStatuses } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { number, object, text, wholeNumber } from '../../platform/input/schemas.ts';
import { defaultTexts } from './readings.ts';

const status = z.enum(issueStatuses);

/**
 * What can be written for a reading besides its choices, in code and as JSON; the JSON Schema of the readings file is
 * made from it.
 */
export const writtenReadings = {
  transitions: z.partialRecord(status, z.array(status)),
  statusRefusal: object({ status: wholeNumber(400, 599), error: z.optional(text), details: z.optional(z.boolean()) }),
  errorTexts: z.partialRecord(z.enum(Object.keys(defaultTexts)), text),
  bodyLimit: wholeNumber(1),
  commentLimit: wholeNumber(1),
  tokenRateLimit: object({ requests: wholeNumber(1), windowMs: z.optional(wholeNumber(1)) }),
  apiAuthorName: text,
  commentText: z.enum(['lf', 'nfc']),
  listCap: z.union([object({ first: wholeNumber(1) }), object({ last: wholeNumber(1) })]),
  entryOrder: z.literal('stored'),
  cors: z.literal('none'),
  readLag: number.check(z.gte(0)),
};

/** Whether a value is what can be written for a reading besides its choices. */
export function isWritten(name: keyof typeof writtenReadings): (value: unknown) => boolean {
  return (value) => writtenReadings[name].safeParse(value).success;
}
