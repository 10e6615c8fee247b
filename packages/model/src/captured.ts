import type { ObjectSchema } from './endpoint.ts';
import type { Item, List } from './envelopes.ts';
import { consoleLogsQuery, noQuery } from './requests.ts';
import { type ConsoleLog, consoleLogSchema } from './resources/console-log.ts';
import type { MetadataSummary } from './resources/issue.ts';
import { type NetworkLog, networkLogSchema } from './resources/network-log.ts';
import { type Screenshot, screenshotSchema } from './resources/screenshot.ts';
import { type TechContext, techContextSchema } from './resources/tech-context.ts';
import { type UserAction, userActionSchema } from './resources/user-action.ts';
import type { Schema } from './scalars.ts';

/** A part of what is captured with an issue. */
export interface CapturedPart<Entry, Many extends boolean, Query extends ObjectSchema = typeof noQuery> {
  /** Its name in the OpenAPI document. */
  readonly component: string;
  /** Last segment of its endpoint's path. */
  readonly segment: string;
  /** Whether it is a list; otherwise one object, or `null` if none was captured. */
  readonly many: Many;
  /** One entry. */
  readonly entry: Schema<Entry>;
  /** Query of its endpoint. */
  readonly query: Query;
  /** The member of `metadataSummary` that counts all entries of the list. */
  readonly count: keyof MetadataSummary | undefined;
}

/** Returns the row of a list. */
function list<Entry, Query extends ObjectSchema = typeof noQuery>(
  component: string,
  segment: string,
  entry: Schema<Entry>,
  { query = noQuery as object as Query, count }: { query?: Query; count?: keyof MetadataSummary } = {},
): CapturedPart<Entry, true, Query> {
  return { component, segment, many: true, entry, query, count };
}

/** Returns the row of a single object. */
function single<Entry>(component: string, segment: string, entry: Schema<Entry>): CapturedPart<Entry, false> {
  return { component, segment, many: false, entry, query: noQuery, count: undefined };
}

/** Everything captured with one issue. */
export interface CapturedData {
  /** Console messages; empty if nothing was captured. */
  consoleLogs: ConsoleLog[];
  /** Network requests; empty if nothing was captured. */
  networkLogs: NetworkLog[];
  /** Screenshots; empty if nothing was captured. */
  screenshots: Screenshot[];
  /** `null` if nothing was captured, as with an issue that was created in the dashboard. */
  techContext: TechContext | null;
  /** The reporter's actions; empty if nothing was captured. */
  userActions: UserAction[];
}

/** The name of a captured part, which is a member of an issue in the mock and a method of the SDK. */
export type CapturedName = keyof CapturedData;
/** An entry of a captured list, or a single captured object. */
export type EntryOf<Name extends CapturedName> = CapturedData[Name] extends readonly (infer Entry)[]
  ? Entry
  : NonNullable<CapturedData[Name]>;
/** The names of the captured lists. */
export type CapturedList = {
  [Name in CapturedName]: CapturedData[Name] extends readonly unknown[] ? Name : never;
}[CapturedName];

type Rows = {
  readonly [Name in CapturedName]: CapturedPart<EntryOf<Name>, Name extends CapturedList ? true : false, ObjectSchema>;
};

/**
 * Everything that is captured with an issue. Endpoints, the SDK's `context`, the mock's records and handlers, world files, `pull`
 * and the panel are made from it.
 */
export const captured = {
  // EP-13, RES-6
  consoleLogs: list<ConsoleLog, typeof consoleLogsQuery>('ConsoleLog', 'console-logs', consoleLogSchema, {
    query: consoleLogsQuery,
  }),
  // EP-14, RES-7
  networkLogs: list<NetworkLog>('NetworkLog', 'network-logs', networkLogSchema),
  // EP-15, RES-8
  screenshots: list<Screenshot>('Screenshot', 'screenshots', screenshotSchema, { count: 'screenshotCount' }),
  // EP-16, RES-9, GAP-59
  techContext: single<TechContext>('TechContext', 'tech-context', techContextSchema),
  // EP-17, RES-10
  userActions: list<UserAction>('UserAction', 'user-actions', userActionSchema, { count: 'userActionCount' }),
} satisfies Rows;

/** {@link captured} */
export type CapturedParts = typeof captured;

/** All names, in the order of the specification. */
export const capturedNames = Object.keys(captured) as readonly CapturedName[];
/** The names of the lists. */
export const capturedLists = capturedNames.filter((name): name is CapturedList => captured[name].many);

/** The success bodies of the endpoints of captured parts. */
export type CapturedResponses = {
  [Name in CapturedName as `issues.${Name}`]: Name extends CapturedList
    ? List<EntryOf<Name>>
    : Item<EntryOf<Name> | null>;
};

/** The endpoint of a captured part. */
export function endpointOfPart<Name extends CapturedName>(name: Name): `issues.${Name}` {
  return `issues.${name}`;
}
