import { type CapturedName, captured, capturedNames, type EndpointName, endpointOfPart } from '@issue-tracking/model';
import {
  dataOf,
  entriesOf,
  envelopeMember,
  isJsonObject,
  isSame,
  itemOf,
  type JsonObject,
  objectsIn,
} from '../platform/json.ts';
import { UnusableResponse } from '../service/ended-early.ts';
import type { Success } from '../service/reader.ts';
import type { CopiedIssue } from './world-file.ts';

/** A part of an issue with an endpoint of its own. */
type Part = 'comments' | CapturedName;
const parts: readonly Part[] = ['comments', ...capturedNames];

/** The copy of an issue. */
export interface PulledIssue {
  /** `undefined` if the service has deleted the issue, or it could not be read and there is no earlier copy. */
  readonly issue: CopiedIssue | undefined;
  /** Data that could not be read: the whole issue, or parts. */
  readonly unread: readonly ('issues' | Part)[];
  /** Number of lists that the service truncated. */
  readonly cut: number;
  /** Whether the list item has other values than the single issue. The copy has those of the single issue. */
  readonly differs: boolean;
}

/** Reads an endpoint of one issue. */
export type ReadEndpoint = (name: EndpointName) => Promise<Success>;

/** Stands for a 404, and for a list that the issue counts as empty. */
const nothing: Success = { json: null };

/** Returns the number of requests that {@link pullIssue} sends at most, without retries. */
export function requestsFor(item: JsonObject | undefined, earlier: CopiedIssue | undefined): number {
  const unchanged = ifUnchanged(item, earlier);
  return unchanged ? missingParts(unchanged).length : 1 + parts.length;
}

/**
 * Reads an issue, with its parts. Of an unchanged issue, keeps the earlier copy and adds what it lacks.
 *
 * @param item The issue in the list; `undefined` for one of an earlier copy that the list doesn't show.
 *
 * @throws EndedEarly
 */
export async function pullIssue(
  item: JsonObject | undefined,
  earlier: CopiedIssue | undefined,
  read: ReadEndpoint,
): Promise<PulledIssue> {
  const unchanged = ifUnchanged(item, earlier);
  if (unchanged) return addParts(unchanged, missingParts(unchanged), read);
  const detail = await tryRead('issues.get', read);
  if (!detail) return { ...keep(earlier), unread: ['issues'] };
  if (detail === nothing) return keep(undefined);
  const own = itemOf(detail);
  const same = item ? undefined : ifUnchanged(own, earlier);
  if (same) return addParts(same, missingParts(same), read);
  // What only the list shows is as it was.
  const listed = item ?? pick({ ...earlier, ...own }, earlier?.shows?.list ?? []);
  const members = Object.entries({ ...listed, ...own }).filter(([name]) => !parts.some((part) => part === name));
  const issue: CopiedIssue = {
    ...Object.fromEntries(members),
    issueNumber: Number((item ?? earlier)?.['issueNumber']),
    shows: { list: Object.keys(listed), detail: Object.keys(own) },
  };
  const differs = Object.keys(listed).some((name) => name in own && !isSame(listed[name], own[name]));
  return { ...(await addParts(issue, parts, read)), differs };
}

/** Returns the result for an issue that need not be read: its earlier copy, if any. */
export function keep(earlier: CopiedIssue | undefined): PulledIssue {
  return { issue: earlier, unread: [], cut: 0, differs: false };
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));
}

async function addParts(issue: CopiedIssue, toRead: readonly Part[], read: ReadEndpoint): Promise<PulledIssue> {
  const found: { [Name in Part]?: unknown } = {};
  const unread: Part[] = [];
  let cut = 0;
  for (const part of toRead) {
    const name = part === 'comments' ? 'issues.comments.list' : endpointOfPart(part);
    const response = countsNone(issue, part) ? nothing : await tryRead(name, read);
    if (!response) unread.push(part);
    else if (part !== 'comments' && !captured[part].many) {
      const data = dataOf(response);
      found[part] = isJsonObject(data) ? data : null;
    } else {
      const entries = entriesOf(response);
      if (Number(envelopeMember(response, 'total')) > entries.length) cut++;
      found[part] = part === 'comments' ? withNew(objectsIn(issue['comments']), entries) : entries;
    }
  }
  return { issue: { ...issue, ...found }, unread, cut, differs: false };
}

/** Resolves to `undefined` if the service keeps failing. */
async function tryRead(name: EndpointName, read: ReadEndpoint): Promise<Success | undefined> {
  try {
    return await read(name);
  } catch (error) {
    if (!(error instanceof UnusableResponse)) throw error;
    return error.status === 404 ? nothing : undefined;
  }
}

/** Returns the earlier copy if the service shows the same time of change. */
function ifUnchanged(shown: JsonObject | undefined, earlier: CopiedIssue | undefined): CopiedIssue | undefined {
  const updatedAt = shown?.['updatedAt'];
  return typeof updatedAt === 'string' && earlier?.['updatedAt'] === updatedAt ? earlier : undefined;
}

// GAP-60
/** Returns the parts that an unchanged issue lacks. New comments need not move `updatedAt`. */
function missingParts(issue: CopiedIssue): Part[] {
  return parts.filter((part) => part === 'comments' || !(part in issue));
}

// RES-4
function countsNone({ metadataSummary }: CopiedIssue, part: Part): boolean {
  const count = part === 'comments' ? undefined : captured[part].count;
  return count !== undefined && isJsonObject(metadataSummary) && metadataSummary[count] === 0;
}

/** Adds new comments at the end where the service has them. Comments of the file stay as they are. */
function withNew(comments: readonly JsonObject[], fromService: readonly JsonObject[]): readonly JsonObject[] {
  const isKnown = ({ id }: JsonObject) => comments.some((comment) => comment['id'] === id);
  const start = fromService.findIndex(isKnown);
  if (start === -1) return [...comments, ...fromService];
  const after = fromService.slice(start).filter((comment) => !isKnown(comment));
  return [...fromService.slice(0, start), ...comments, ...after];
}
