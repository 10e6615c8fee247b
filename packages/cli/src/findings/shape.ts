import { absentMembers, type EndpointName, endpoints, openEnumerations } from '@issue-tracking/model';
import type * as z from 'zod/mini';

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
  /** What is not as described. */
  readonly problems: readonly ShapeProblem[];
  readonly drift: readonly Drift[];
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

/** Compares a success with the description of its endpoint. */
export function shapeOf(endpoint: EndpointName, body: unknown): Shape {
  const { response } = endpoints[endpoint];
  const { error } = response.safeParse(body, { reportInput: true });
  const problems = (error?.issues ?? []).flatMap(({ path, message, input }) => {
    const last = path.at(-1);
    const parts = path.filter((part) => typeof part === 'string');
    const isAbsent = input === undefined || input === null;
    if (isAbsent && parts.some((part) => mayBeAbsent.has(part))) return [];
    // Whatever could be captured of an issue that nobody captured anything with.
    if (isAbsent && endpoint === 'issues.techContext' && path.length === 1 && input === null) return [];
    const isTimestamp = typeof input === 'string' && times.has(String(last));
    return [{ path: path.join('.'), message: isAbsent ? 'is missing' : message, isTimestamp }];
  });
  const drift: Drift[] = [];
  walk(response, body, '', (found) => drift.push({ endpoint, ...found }));
  return { problems, drift };
}

type Tell = (found: Omit<Drift, 'endpoint'>) => void;

function walk(schema: z.core.$ZodType, value: unknown, path: string, tell: Tell): void {
  if (value === null || value === undefined) return;
  const known = openEnumerations.get(schema);
  if (known && typeof value === 'string' && !known.includes(value)) tell({ kind: 'unknown value', path, value });
  // Every schema of the model is one of zod's own classes, of which this is the union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array' && Array.isArray(value))
    for (const entry of value) walk(def.element, entry, `${path}[]`, tell);
  if (def.type === 'optional' || def.type === 'nullable') walk(def.innerType, value, path, tell);
  if (def.type !== 'object' || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    const part = path === '' ? name : `${path}.${name}`;
    const described = def.shape[name];
    if (described) walk(described, member, part, tell);
    else if (def.catchall?._zod.def.type !== 'string') tell({ kind: 'unknown field', path: part });
  }
}
