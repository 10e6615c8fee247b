import { apiKeyPattern, apiKeyPrefix, timestamp, timestampPattern, uuid, uuidPattern } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { didYouMean } from './did-you-mean.ts';
import { mostNamed } from './problems.ts';

// Every message says what would be right: `problems.ts` says where, and what was found.

/** How JSON Schema says what zod can't tell it: of checks that are functions. */
export const jsonForms = z
  .registry<Record<string, unknown>>()
  .add(timestamp, { format: 'date-time', pattern: timestampPattern.source })
  .add(uuid, { format: 'uuid', pattern: uuidPattern.source });

export const text = z.string('must be a string');
export const name = text.check(z.minLength(1, 'must not be empty'));
export const flag = z.boolean('must be true or false');
export const number = z.number('must be a number');

/** A whole number within a range. */
export function wholeNumber(from: number, to: number = Number.MAX_SAFE_INTEGER, unit = '') {
  const must = `must be a whole number${unit} from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`;
  return z.int(must).check(z.gte(from, must), z.lte(to, must));
}

export function list<Item extends z.core.$ZodType>(item: Item): z.ZodMiniOptional<z.ZodMiniArray<Item>> {
  return z.optional(z.array(item, 'must be an array'));
}

/** An object that has these members and no others: a typo must not pass for a default. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  // Members about a file are never what a typo means.
  const known = Object.keys(shape).filter((member) => member !== '$schema' && member !== 'formatVersion');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, mostNamed)
            .map((key) => `is not a member here; ${didYouMean(key, known)}`)
            .join('\n')
        : 'must be an object',
  });
}

/** Credentials that go into a header unchanged. */
const credential = text.check(
  z.regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters only, to go into a header', abort: true }),
);

/** An API key (AUTH-2). */
export const apiKeyText = credential
  .check(
    z.refine((value) => apiKeyPattern.test(value), {
      error: `must be "${apiKeyPrefix}" and more, as every API key is`,
    }),
  )
  .register(jsonForms, { pattern: apiKeyPattern.source });

/** An OAuth access token: it does not begin as API keys do (AUTH-2). */
export const accessTokenText = credential
  .check(
    z.refine((value) => !value.startsWith(apiKeyPrefix), {
      error: `must not begin with "${apiKeyPrefix}": that is how API keys begin`,
    }),
  )
  .register(jsonForms, { not: { pattern: `^${apiKeyPrefix}` } });
