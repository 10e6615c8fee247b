import { absentMembers, type EndpointName, endpoints, openEnumerations } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import { isMembers } from '../platform/json.ts';

/** Something that v1 doesn't describe. */
export interface Drift {
  readonly endpoint: EndpointName;
  readonly kind: 'unknown field' | 'unknown value';
  /** With `[]` for any entry of a list. */
  readonly path: string;
  readonly value?: string;
}

/** How a body compares with what v1 describes. */
export interface Shape {
  /** What is not as described of `data`. */
  readonly problems: readonly ShapeProblem[];
  /** What is not as described beside it. */
  readonly aroundData: readonly ShapeProblem[];
  readonly drift: readonly Omit<Drift, 'endpoint'>[];
  /** How many timestamps it has. */
  readonly times: number;
}

interface ShapeProblem {
  readonly path: string;
  readonly message: string;
  /** A text that should be a timestamp. */
  readonly isTimestamp: boolean;
}

// GAP-40
/** Members that are no breach of a rule where they are missing: the mock's readings vary the first of them alone. */
const mayBeAbsent = new Set([...absentMembers(), 'labels', 'assignees', 'authorName', 'source', 'target', 'text']);
const times = new Set(['createdAt', 'updatedAt', 'timestamp']);

/** The most entries of a list, and members of an object, that are looked at. */
const most = 200;

/** Compares a success with the description of its endpoint. */
export function shapeOf(endpoint: EndpointName, body: unknown): Shape {
  const { response } = endpoints[endpoint];
  const part = isMembers(body) && Array.isArray(body['data']) ? { ...body, data: body['data'].slice(0, most) } : body;
  const { error } = response.safeParse(part, { reportInput: true });
  const problems = (error?.issues ?? []).flatMap((issue) => {
    const { path, input } = issue;
    const last = path.at(-1);
    const parts = path.filter((name) => typeof name === 'string');
    const isAbsent = input === undefined || input === null;
    if (isAbsent && parts.some((name) => mayBeAbsent.has(name))) return [];
    // A captured request may have had no response.
    if (input === null && endpoint === 'issues.networkLogs' && (last === 'status' || last === 'duration')) return [];
    // Whatever could be captured of an issue that nobody captured anything with.
    if (endpoint === 'issues.techContext' && path.length === 1 && input === null) return [];
    const isTimestamp = typeof input === 'string' && times.has(String(last));
    return [{ path: pathOf(path), message: isAbsent ? 'is missing' : messageOf(issue), isTimestamp }];
  });
  const walked = { drift: [] as Omit<Drift, 'endpoint'>[], times: 0 };
  walk(response, part, '', walked);
  const isOfData = ({ path }: ShapeProblem) => /^data\b/.test(path);
  return {
    problems: problems.filter(isOfData),
    aroundData: problems.filter((problem) => !isOfData(problem)),
    ...walked,
  };
}

/** `data[].labels[]`, whichever entry it is. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((name) => (typeof name === 'number' ? '[]' : `.${String(name)}`))
    .join('')
    .replace(/^\./, '');
}

function messageOf({ code, message, ...issue }: z.core.$ZodIssue): string {
  return code === 'invalid_type' && 'expected' in issue ? `is not of the type ${issue.expected}` : message;
}

interface Walked {
  readonly drift: Omit<Drift, 'endpoint'>[];
  times: number;
}

function walk(schema: z.core.$ZodType, value: unknown, path: string, walked: Walked): void {
  if (value === null || value === undefined || walked.drift.length >= most) return;
  const known = openEnumerations.get(schema);
  if (known && typeof value === 'string' && !known.includes(value))
    walked.drift.push({ kind: 'unknown value', path, value });
  // Every schema of the model is one of zod's own classes, of which this is the union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array' && Array.isArray(value))
    for (const entry of value) walk(def.element, entry, `${path}[]`, walked);
  if (def.type === 'optional' || def.type === 'nullable') walk(def.innerType, value, path, walked);
  if (def.type !== 'object' || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value).slice(0, most)) {
    const part = path === '' ? name : `${path}.${name}`;
    const described = def.shape[name];
    if (described && times.has(name) && typeof member === 'string') walked.times++;
    if (described) walk(described, member, part, walked);
    else if (def.catchall?._zod.def.type !== 'string') walked.drift.push({ kind: 'unknown field', path: part });
  }
}

/** What is wrong, for people: the first three, and how often each. */
export function inWords(problems: readonly { path: string; message: string }[]): string {
  const counts = new Map<string, number>();
  for (const { path, message } of problems) {
    const text = `${path || 'the body'} ${message}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const told = [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
  return told.slice(0, 3).join('; ') + (told.length > 3 ? `; and ${told.length - 3} more` : '');
}
