import { apiKeyPrefix } from '@issue-tracking/model';
import type * as z from 'zod/mini';

/** A mistake in an input. */
export interface Problem {
  /** Path, as in JavaScript: `organizations[0].projects[1].issues[3].status`. */
  readonly path: string;
  /** The expected value, and the value found. */
  readonly message: string;
}

/** Maximum unknown members of one object that are named. Finding the probably meant name of each takes time. */
export const mostNamed = 20;

/** Maximum mistakes that are listed. */
const mostProblems = 1000;

/** The path of a problem of the whole input. */
export const whole = 'the whole';

/** Converts zod's issues to problems. */
export function problemsOf(error: Pick<z.core.$ZodError, 'issues'>, input: unknown): Problem[] {
  // Checks across members matter once each member is valid.
  const inMembers = error.issues.filter((issue) => !isAcross(issue));
  const issues = inMembers.length > 0 ? inMembers : error.issues;
  const problems = issues.flatMap((issue) => problemsOfIssue(issue, [], input));
  const others = problems.length - mostProblems;
  if (others <= 0) return problems;
  return [...problems.slice(0, mostProblems), { path: whole, message: `has ${others} more mistakes` }];
}

/** Whether an issue comes from a check across members. */
function isAcross({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'custom' && path.length === 0;
}

function problemsOfIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[], input: unknown): Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    // The message has a line for each member, in order.
    const messages = issue.message.split('\n');
    const named = issue.keys.slice(0, mostNamed);
    const problems = named.map((key, i) => ({ path: pathText([...path, key]), message: messages[i] ?? '' }));
    const others = issue.keys.length - named.length;
    const more = { path: pathText(path), message: `has ${others} more members that it may not have` };
    return others > 0 ? [...problems, more] : problems;
  }
  if (issue.code === 'invalid_union') {
    const intended = issue.errors.find((issues) => issues.every(isInside));
    if (intended) return intended.flatMap((inner) => problemsOfIssue(inner, path, input));
  }
  if (isAcross(issue) && above.length === 0) return [{ path: whole, message: issue.message }];
  return [problem(path, expectation(issue), valueAt(input, path))];
}

/**
 * Returns the message of an issue. For a schema without a message, zod/mini only says "Invalid input", or more in English once any
 * code of the process has imported `zod`; both texts are replaced. A text in another language, set by `z.config`, is not recognized.
 */
function expectation(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith('Invalid input') || issue.code !== 'invalid_type') return issue.message;
  return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
}

/** Whether an issue of a union's option is within the input, so that the option's outer type matches. */
function isInside({ code, path }: z.core.$ZodIssue): boolean {
  return path.length > 0 || code === 'unrecognized_keys';
}

/** Returns a problem with the expected and the found value. */
export function problem(path: readonly PropertyKey[], expected: string, found: unknown): Problem {
  return { path: pathText(path), message: `${expected}; ${foundText(found, secretMembers.has(path.at(-1)))}` };
}

/** Members whose values must not appear in messages: a user may have pasted a real key. */
const secretMembers = new Set<PropertyKey | undefined>(['key', 'token', 'apiKey']);

/** Returns a path as in JavaScript. */
export function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return whole;
  return path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      return /^[\w$]+$/.test(String(step)) ? `.${String(step)}` : `[${JSON.stringify(String(step))}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** Describes a found value. */
export function foundText(found: unknown, isSecret = false): string {
  if (found === undefined) return 'it is missing';
  if (Array.isArray(found)) return 'found an array';
  if (typeof found === 'function') return 'found a function';
  if (typeof found === 'object' && found !== null) return 'found an object';
  if (typeof found === 'string' && (isSecret || found.startsWith(apiKeyPrefix)))
    return 'found another text, not shown here';
  const text = typeof found === 'string' ? JSON.stringify(found) : String(found);
  return `found ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

/** Returns the value at a path of any value. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((owner, step) => (Object(owner) as Record<PropertyKey, unknown>)[step], input);
}
