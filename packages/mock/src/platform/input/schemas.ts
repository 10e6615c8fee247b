import { apiKeyPattern, apiKeyPrefix } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { didYouMean } from './did-you-mean.ts';
import { mostNamed } from './problems.ts';

// Messages state the expected value; `problems.ts` adds the path and the found value.

/** JSON Schema keywords for checks that are functions, which zod can't convert. */
export const jsonForms = z.registry<Record<string, unknown>>();

export const text = z.string('must be a string');
export const name = text.check(z.minLength(1, 'must not be empty'));
export const flag = z.boolean('must be true or false');
export const number = z.number('must be a number');

/** Returns the schema of a whole number within a range. */
export function wholeNumber(from: number, to: number = Number.MAX_SAFE_INTEGER, unit = '') {
  const must = `must be a whole number${unit} from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`;
  return z.int(must).check(z.gte(from, must), z.lte(to, must));
}

/**
 * The members of the schema of an input: one for each member of its declaration, with a value of that type. An object that
 * `satisfies` it lacks no member and has no other.
 */
export type ShapeOf<Input> = { readonly [Name in keyof Input]-?: z.ZodMiniType<Input[Name]> };

export function list<Item extends z.core.$ZodType>(item: Item): z.ZodMiniOptional<z.ZodMiniArray<Item>> {
  return z.optional(z.array(item, 'must be an array'));
}

/** Members of files that are not suggested for typos: users don't write them. */
const unsuggested = ['$schema', 'formatVersion', 'idPosition'];

/** Returns the schema of an object without other members: a typo must not silently select a default. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape).filter((member) => !unsuggested.includes(member));
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

/** A credential that can be sent in a header. */
const credential = text.check(
  z.regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters, because it is sent in a header', abort: true }),
);

/** An API key (AUTH-2). */
export const apiKeyText = credential
  .check(
    z.refine((value) => apiKeyPattern.test(value), {
      error: `must start with "${apiKeyPrefix}", followed by at least one character`,
    }),
  )
  .register(jsonForms, { pattern: apiKeyPattern.source });

/** An OAuth access token: without the prefix of API keys (AUTH-2). */
export const accessTokenText = credential
  .check(
    z.refine((value) => !value.startsWith(apiKeyPrefix), {
      error: `must not start with "${apiKeyPrefix}", the prefix of API keys`,
    }),
  )
  .register(jsonForms, { not: { pattern: `^${apiKeyPrefix}` } });
