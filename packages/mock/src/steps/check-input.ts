import { type ErrorDetail, nearestName, type ObjectSchema } from '@issue-tracking/model';
import type { Behavior } from '../behavior/behavior.ts';
import type { CheckedRequest } from '../endpoints/handler.ts';
import { statusDetails } from '../endpoints/status-rule.ts';
import type { Entry, Explain } from '../log/entry.ts';
import type { Said } from '../log/trace.ts';
import { invalidInput } from '../platform/http/http-error.ts';
import { bodyText, parseJson, requireJsonType, requireUnencoded } from '../platform/http/json-body.ts';
import { mostNamed } from '../platform/input/problems.ts';
import { maxBodyBytes, type Passage } from './passage.ts';
import type { Route } from './route.ts';

const isNotKnown = 'is not known';

const none: Readonly<Record<string, unknown>> = {};

/** Checks path and query parameters together, so that the response lists all mistakes (GAP-31). @throws HttpError 400 */
export function checkParameters(passage: Passage, { params, query }: Route): Pick<CheckedRequest, 'params' | 'query'> {
  const { entry, sent } = passage;
  const { behavior } = entry.settings;
  const details: RejectedDetail[] = [];
  const decoded: Record<string, string> = {};
  for (const name in entry.params) decoded[name] = decode(entry.params[name] ?? '') ?? '';
  const { errors, value } = parsed(params, decoded);
  // A segment with an encoded slash is well-formed but matches no record (GAP-39).
  const malformed = errors.filter(({ field }) => !decoded[field]?.includes('/'));
  details.push(...malformed.map((detail) => ({ detail })));
  const values = queryValues(query, sent.search, behavior, details);
  // enforces EP-7, ERR-4
  if (details.length > 0) {
    const behavior = details.find((each) => each.behavior)?.behavior;
    throw invalidInput(...details.map(({ detail }) => detail)).because({ behavior });
  }
  passage.tell(parametersAccepted);
  return { params: value ?? decoded, query: values };
}

/** A detail of a rejection, and the behavior option that caused it. */
interface RejectedDetail {
  readonly detail: ErrorDetail;
  readonly behavior?: keyof Behavior;
}

/** Checks a body's members (ERR-2). */
export function checkBody(passage: Passage, schema: ObjectSchema, json: unknown): Readonly<Record<string, unknown>> {
  const { entry } = passage;
  const { behavior } = entry.settings;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalidInput({ field: 'body', message: 'must be a JSON object' });
  }
  const body = behavior.unknownMembers === 'reject' ? json : known(schema, json);
  const { errors: details } = parsed(schema, body);
  const unknown = details.some(({ message }) => message.startsWith(isNotKnown)) ? 'unknownMembers' : undefined;
  // enforces EP-10
  if (details.length > 0) {
    const { status }: { status?: unknown } = json;
    throw invalidInput(...statusDetails(behavior, status), ...details).because({ behavior: unknown });
  }
  passage.tell(bodyAccepted);
  return body as Readonly<Record<string, unknown>>;
}

const parametersAccepted: Explain = (entry) =>
  accepted(entry, 'Path and query are well-formed.', (field) => field.startsWith('query'));
const bodyAccepted: Explain = (entry) =>
  accepted(entry, 'The members of the body are valid.', (field) => !field.startsWith('query'));

/** Explains a step that accepted its part of a request, with the names in it that were ignored. */
function accepted(entry: Entry, text: string, isOfPart: (field: string) => boolean): Said {
  const ignored = entry.warnings.filter(({ kind, field }) => kind === 'ignored' && isOfPart(field));
  const outcome = ignored.length > 0 ? 'warned' : 'passed';
  return { outcome, text: [text, ...ignored.map((warning) => warning.text)].join(' ') };
}

function queryValues(
  schema: ObjectSchema,
  search: string,
  behavior: Behavior,
  details: RejectedDetail[],
): Readonly<Record<string, unknown>> {
  if (search === '') return none;
  const parameters = new URLSearchParams(search);
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.def.shape)) {
    const all = parameters.getAll(name);
    const [value] = all;
    // GAP-30
    if (all.length > 1) details.push({ detail: { field: name, message: 'must be given once' } });
    else if (value !== undefined) values[name] = value;
  }
  if (behavior.unknownParameters === 'reject') details.push(...unknownParameters(schema, parameters));
  const { errors, value = {} } = parsed(schema, values);
  details.push(...errors.map((detail) => ({ detail })));
  // An empty text doesn't filter (GAP-29). The schema has already rejected empty texts that are invalid.
  for (const name in value) if (value[name] === '') delete value[name];
  return value;
}

/** Returns details for unknown parameters (GAP-53). */
function unknownParameters(schema: ObjectSchema, parameters: URLSearchParams): RejectedDetail[] {
  const unknown = new Set([...parameters.keys()].filter((name) => !Object.hasOwn(schema.def.shape, name)));
  return notKnown(schema, [...unknown]).map((detail) => ({ detail, behavior: 'unknownParameters' }));
}

/** Returns a detail for each unknown name, with a hint for the first ones: finding the probably meant name takes time. */
function notKnown(schema: ObjectSchema, names: readonly string[]): ErrorDetail[] {
  const known = Object.keys(schema.def.shape);
  return names.map((field, at) => {
    const meant = at < mostNamed ? nearestName(field, known) : undefined;
    return { field, message: meant === undefined ? isNotKnown : `is not known; did you mean "${meant}"?` };
  });
}

/** Decodes a segment; `undefined` for invalid percent escapes. */
function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns only the members of the schema (GAP-24). */
function known(schema: ObjectSchema, json: object): Record<string, unknown> {
  const entries = Object.entries(json).filter(([name]) => Object.hasOwn(schema.def.shape, name));
  return Object.fromEntries(entries);
}

/** Returns the value as the row types it, or the mistakes in it, by member. */
function parsed(
  schema: ObjectSchema,
  input: unknown,
): { readonly value?: Record<string, unknown>; readonly errors: ErrorDetail[] } {
  const { data, error } = schema.safeParse(input);
  if (!error) return { value: data, errors: [] };
  const errors = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? notKnown(schema, issue.keys)
      : [{ field: issue.path.join('.'), message: issue.message }],
  );
  return { errors };
}

const isJson: Said = { text: 'Body and content type are JSON.' };

/** Reads the JSON body of a write. A later step checks its members (ERR-4, GAP-16). @throws HttpError 400 */
export async function readJson(passage: Passage): Promise<unknown> {
  // enforces GEN-3
  requireJsonType(passage.sent.headers['content-type']);
  requireUnencoded(passage.sent.headers['content-encoding']);
  const text = bodyText(await passage.body(), maxBodyBytes);
  // Log the body before parsing, because a body that isn't JSON must be in the log too.
  passage.entry.body = text;
  const json = parseJson(text);
  passage.tell(isJson);
  return json;
}
