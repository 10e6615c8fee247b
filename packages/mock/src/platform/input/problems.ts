import { apiKeyPrefix } from '@issue-tracking/model';
import type * as z from 'zod/mini';

/** One thing wrong with an input. */
export interface Problem {
  /** Where, as one would write it in JavaScript: `organizations[0].projects[1].issues[3].status`. */
  readonly path: string;
  /** The expected value, and the value found. */
  readonly message: string;
}

/** As many unknown members of one object are named, each with the name that was probably meant, which takes time. */
export const mostNamed = 20;

/** As many mistakes are told. */
const mostProblems = 1000;

/** The path of a problem with no member in particular. */
export const whole = 'the whole';

/** Returns zod's issues in our words: the place, the expected value, and the value found. */
export function problemsOf(error: z.core.$ZodError, input: unknown): Problem[] {
  // How members go together is worth telling once each of them is right.
  const inMembers = error.issues.filter((issue) => !isAcross(issue));
  const issues = inMembers.length > 0 ? inMembers : error.issues;
  const problems = issues.flatMap((issue) => problemsOfIssue(issue, [], input));
  const others = problems.length - mostProblems;
  if (others <= 0) return problems;
  return [...problems.slice(0, mostProblems), { path: whole, message: `has ${others} more mistakes` }];
}

/** Whether it comes from a check across members. */
function isAcross({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'custom' && path.length === 0;
}

function problemsOfIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[], input: unknown): Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    // A line for each of the members, in their order.
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
  return [problem(path, issue.message, valueAt(input, path))];
}

/** Of the forms that an input may have, the one whose outer type it has is the one that was meant. */
function isInside({ code, path }: z.core.$ZodIssue): boolean {
  return path.length > 0 || code === 'unrecognized_keys';
}

/** A problem at a place of the input. */
export function problem(path: readonly PropertyKey[], expected: string, found: unknown): Problem {
  return { path: pathText(path), message: `${expected}; ${foundText(found, secretMembers.has(path.at(-1)))}` };
}

/** Members whose values no message shows: a user may have pasted a real key. */
const secretMembers = new Set<PropertyKey | undefined>(['key', 'token', 'apiKey']);

/** A path as one would write it in JavaScript. */
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

function foundText(found: unknown, isSecret: boolean): string {
  if (found === undefined) return 'it is missing';
  if (Array.isArray(found)) return 'found an array';
  if (typeof found === 'function') return 'found a function';
  if (typeof found === 'object' && found !== null) return 'found an object';
  if (typeof found === 'string' && (isSecret || found.startsWith(apiKeyPrefix)))
    return 'found another text, not shown here';
  const text = typeof found === 'string' ? JSON.stringify(found) : String(found);
  return `found ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((owner, step) => (Object(owner) as Record<PropertyKey, unknown>)[step], input);
}
