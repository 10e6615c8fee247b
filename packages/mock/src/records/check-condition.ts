import { issuePriorities, issueStatuses, nearestName, scopes } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import { problemsOf, valueAt } from '../platform/input/problems.ts';
import { object } from '../platform/input/schemas.ts';
import { checkNames } from './check-changes.ts';
import { members } from './members.ts';
import { placements } from './placements.ts';
import type { RecordKind } from './records.ts';
import type { Store } from './store.ts';
import { matches } from './where.ts';
import { WorldError, type WorldProblem } from './world-error.ts';

/**
 * Rejects members of a condition, and values of them, that no record can have: they would find nothing. Pulled records may have
 * others.
 *
 * @throws WorldError with the nearest member or value.
 */
export function checkCondition(kind: RecordKind, condition: object, store: Store): void {
  checkNames(kind, Object.keys(condition), store);
  const problems = Object.entries(condition).flatMap(([name, value]) => problemsOfValue(kind, name, value, store));
  if (problems.length > 0) throw new WorldError(problems, `condition for ${placements[kind].noun}s`);
}

function problemsOfValue(kind: RecordKind, name: string, given: unknown, store: Store): WorldProblem[] {
  const schema = members[kind][name];
  const text = JSON.stringify(given);
  // A function tests the value.
  if (!schema || text === undefined) return [];
  // As in the records: a `Date` is a text.
  const value: unknown = JSON.parse(text);
  const condition = { [name]: value };
  const { error } = object({ [name]: schema }).safeParse(condition);
  // An object may lack members.
  const issues = error?.issues.filter(({ path }) => valueAt(condition, path) !== undefined) ?? [];
  if (issues.length === 0) return [];
  for (const record of store.all(kind)) if (matches(Reflect.get(record, name), given)) return [];
  const meant = nearestValue(schema, value);
  const advice = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
  return problemsOf({ issues }, condition).map(({ path, message }) => ({ path, message: message + advice }));
}

/** The texts of all enumerations of records. */
const words: readonly string[] = [...issueStatuses, ...issuePriorities, ...scopes];
const nearestWord = (value: unknown) => (typeof value === 'string' ? (nearestName(value, words) ?? value) : value);

/** Returns the value that was probably meant: of another type, or the most similar text of an enumeration. */
function nearestValue(schema: z.ZodMiniType, value: unknown): unknown {
  const same = Array.isArray(value) ? [value.map(nearestWord)] : [nearestWord(value), [value], [nearestWord(value)]];
  const others = typeof value === 'string' ? valuesOf(value) : [String(value)];
  return [...others, ...same].find((each) => schema.safeParse(each).success);
}

/** Yields what a text says: a number, a flag or a date. */
function* valuesOf(text: string): Generator<unknown> {
  if (text.trim() !== '') yield Number(text);
  if (text === 'true' || text === 'false') yield text === 'true';
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) yield date.toISOString();
}
