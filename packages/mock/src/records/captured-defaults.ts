import { type CapturedName, captured, capturedNames, type EntryOf } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import { usual } from './defaults.ts';
import { sortedByTime } from './entry-order.ts';
import { type Size, size, split } from './formats.ts';
import type { IssueRecord } from './records.ts';

/** The members of an issue that defaults of entries depend on. */
type IssueHead = Pick<IssueRecord, 'id' | 'pageUrl' | 'browserInfo' | 'osInfo' | 'viewportSize' | 'createdAt'>;

/** The defaults of entries that are more than an empty text, 0, an empty list or the time of the issue. */
const entryDefaults: {
  readonly [Name in CapturedName]?: (issue: IssueHead, index: number, given: object) => Partial<EntryOf<Name>>;
} = {
  consoleLogs: (issue) => ({ level: 'log', source: `${pageOf(issue)}:1:1` }),
  networkLogs: (issue) => ({ method: 'GET', url: pageOf(issue), status: 200 }),
  screenshots(issue, index, given) {
    const { id = `${issue.id}-screenshot-${index + 1}` }: { id?: string } = given;
    return { id, url: `https://cdn.example/${encodeURIComponent(id.toWellFormed())}.png`, ...viewportOf(issue) };
  },
  techContext: (issue) => ({
    // Pulled issues may have none.
    browserInfo: split(issue.browserInfo ?? ''),
    osInfo: split(issue.osInfo ?? ''),
    viewportSize: viewportOf(issue),
    cssSelector: 'body',
  }),
  userActions: () => ({ type: 'click', target: 'body' }),
};

const pageOf = ({ pageUrl }: IssueHead) => pageUrl || usual.pageUrl;
const viewportOf = ({ viewportSize }: IssueHead): Size => size(viewportSize || usual.viewportSize);

/** Returns the named parts with the defaults of their entries, lists sorted by time (GAP-51). By default nothing is captured. */
export function fillCaptured(
  issue: IssueHead,
  given: Partial<Record<CapturedName, unknown>>,
  names: readonly CapturedName[] = capturedNames,
): object {
  const filled: Record<string, unknown> = {};
  for (const name of names) {
    const part = given[name] ?? undefined;
    if (captured[name].many) filled[name] = listOf(name, issue, part as readonly object[] | undefined);
    else filled[name] = part === undefined ? null : entryOf(name, issue, 0, part);
  }
  return filled;
}

function listOf(name: CapturedName, issue: IssueHead, given: readonly object[] = []): object[] {
  return given.length === 0 ? [] : sortedByTime(given.map((entry, index) => entryOf(name, issue, index, entry)));
}

function entryOf(name: CapturedName, issue: IssueHead, index: number, given: object): object {
  const present = given as Readonly<Record<string, unknown>>;
  const own: Readonly<Record<string, unknown>> = { ...entryDefaults[name]?.(issue, index, given) };
  const filled: Record<string, unknown> = {};
  for (const [member, zero] of zerosOf(name)) {
    const value: unknown = present[member] ?? own[member] ?? zero?.(issue);
    if (value !== undefined) filled[member] = value;
  }
  return filled;
}

/** The last resort for a member; `undefined` for an optional one. */
type Zero = ((issue: IssueHead) => unknown) | undefined;
const zeros = new Map<CapturedName, readonly (readonly [member: string, zero: Zero])[]>();

/** Returns the last resort for each member of an entry, from its schema. */
function zerosOf(name: CapturedName): readonly (readonly [member: string, zero: Zero])[] {
  let known = zeros.get(name);
  if (!known) {
    const { shape } = (captured[name].entry as object as z.ZodMiniObject).def;
    known = Object.entries(shape).map(([member, schema]) => [member, zeroOf(schema)] as const);
    zeros.set(name, known);
  }
  return known;
}

function zeroOf(schema: z.core.$ZodType): Zero {
  // Every schema of the model is one of zod's own classes, of which this is the union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional') return undefined;
  if (def.type === 'number') return () => 0;
  if (def.type === 'array') return () => [];
  if (def.type === 'object') return () => ({});
  // The only checked text of the model's entries is a timestamp.
  if (def.type === 'string') return def.checks?.length ? ({ createdAt }) => createdAt : () => '';
  return () => null;
}
