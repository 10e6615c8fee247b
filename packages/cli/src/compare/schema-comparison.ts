import { absentMembers, type EndpointName, openEnumerations, type Schema, timestamp } from '@issue-tracking/model';
import { type Difference, differences, messageOf } from '@issue-tracking/sdk/internal';
import { dataOf, isJsonObject } from '../platform/json.ts';

/** A field or value that v1 doesn't describe. */
export interface SchemaDifference {
  readonly endpoint: EndpointName;
  readonly kind: 'unknown-field' | 'unknown-value';
  /** Path in the body, with `[]` for any entry of a list. */
  readonly path: string;
  readonly value?: string;
}

/** The result of comparing a body with its schema. */
export interface SchemaComparison {
  /** Problems within `data`. */
  readonly problems: readonly SchemaProblem[];
  /** Problems beside `data`. */
  readonly envelopeProblems: readonly SchemaProblem[];
  readonly drift: readonly Omit<SchemaDifference, 'endpoint'>[];
  /** Number of timestamps in the body. */
  readonly times: number;
}

interface SchemaProblem {
  readonly path: string;
  readonly message: string;
  /** Whether the value is a string that should be a timestamp. */
  readonly isTimestamp: boolean;
}

/** Members that may be missing (GAP-40). The mock's behavior options vary only `absentMembers()`. */
const mayBeAbsent = new Set([...absentMembers(), 'labels', 'assignees', 'authorName', 'source', 'target', 'text']);
/** Members that may be `null`. A captured request may have no response. */
const mayBeNull: Partial<Record<EndpointName, readonly string[]>> = { 'issues.networkLogs': ['status', 'duration'] };

/** Maximum entries of a list to compare, and maximum differences to collect. */
const maxEntries = 200;

/** Compares a success with the schema of its endpoint. */
export function compareWithSchema(endpoint: EndpointName, schema: Schema, body: unknown): SchemaComparison {
  const part =
    isJsonObject(body) && Array.isArray(body['data']) ? { ...body, data: body['data'].slice(0, maxEntries) } : body;
  const problems: (SchemaProblem & { isOfData: boolean })[] = [];
  const drift: Omit<SchemaDifference, 'endpoint'>[] = [];
  for (const difference of differences(schema, part)) {
    const { kind, schema: place, value } = difference;
    const path = pathOf(difference);
    if (kind === 'unknown-field') drift.push({ kind: 'unknown-field', path });
    else if (kind === 'unknown-value' && openEnumerations.has(place))
      drift.push({ kind: 'unknown-value', path, value: String(value) });
    else if (!isAllowedAbsence(endpoint, difference)) {
      // A copy of a schema has the same definition.
      const isTimestamp = place._zod.def === timestamp._zod.def && typeof value === 'string';
      const message = `${messageOf(difference)}${isTimestamp ? `, is ${JSON.stringify(value.slice(0, 60))}` : ''}`;
      problems.push({ path, message, isTimestamp, isOfData: difference.path[0] === 'data' });
    }
    if (problems.length + drift.length >= maxEntries) break;
  }
  return {
    problems: problems.filter(({ isOfData }) => isOfData),
    envelopeProblems: problems.filter(({ isOfData }) => !isOfData),
    drift,
    times: countTimestamps(part),
  };
}

/** Whether a value is absent in a way that the specification allows. */
function isAllowedAbsence(endpoint: EndpointName, { path, value }: Difference): boolean {
  if (value !== undefined && value !== null) return false;
  const last = String(path.at(-1));
  return (
    path.some((name) => mayBeAbsent.has(String(name))) || (value === null && !!mayBeNull[endpoint]?.includes(last))
  );
}

/** Returns a path such as `data[].labels[]`. */
function pathOf({ path }: Difference): string {
  return path
    .map((name) => (typeof name === 'number' ? '[]' : `.${name}`))
    .join('')
    .replace(/^\./, '');
}

function countTimestamps(body: unknown): number {
  const texts = [dataOf({ json: body })].flat().flatMap((entry) => {
    return isJsonObject(entry) ? [entry['createdAt'], entry['updatedAt'], entry['timestamp']] : [];
  });
  return texts.filter((text) => typeof text === 'string').length;
}
/** Describes the first three problems, and how often each occurs. */
export function describeProblems(problems: readonly { path: string; message: string }[]): string {
  const counts = new Map<string, number>();
  for (const { path, message } of problems) {
    const text = `${path || 'the body'} ${message}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
  return texts.slice(0, 3).join('; ') + (texts.length > 3 ? `; and ${texts.length - 3} more` : '');
}
