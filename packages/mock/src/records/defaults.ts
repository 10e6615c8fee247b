import { apiKeyPrefix, type CapturedName, captured, capturedNames, type EntryOf, scopes } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import { sortedByTime } from './entry-order.ts';
import { joined, minutesAfter, type Size, size, sizeText, split } from './formats.ts';
import type { IssueRecord, NewRecords, RecordKind, RecordsByKind } from './records.ts';

/** What the defaults of a new record depend on, besides its own members. */
export interface Origin {
  /** The clock's time. No default time is later. */
  readonly now: number;
  /** Whether it is initial data: such issues were captured in a browser, before `now`. Others are created now, in the dashboard. */
  readonly isInitial: boolean;
  /** Its position among its siblings. */
  readonly index: number;
  /** The record above it, and the one before it. */
  readonly parent: object | undefined;
  readonly previous: object | undefined;
  /** Returns an unused id that follows from the seed. */
  nextId(prefix: string): string;
  uuid(): string;
  /** Returns an unused value of a unique member: `base`, or `base-2`. */
  free(kind: RecordKind, member: string, base: string): string;
  /** The next number of an issue in a project. */
  nextNumber(projectId: string): number;
}

type New<K extends RecordKind> = NewRecords[K];

/** The defaults of each kind. */
export const defaults: { readonly [K in RecordKind]: (given: New<K>, origin: Origin) => RecordsByKind[K] } = {
  organizations({ id, slug, name }, { uuid, nextId }) {
    const ownSlug = slug ?? nextId('org');
    return { id: id ?? uuid(), slug: ownSlug, name: name ?? ownSlug, active: true };
  },
  projects({ organizationId, id, slug, name }, origin) {
    const ownId = id ?? origin.nextId('prj');
    return {
      id: ownId,
      slug: slug ?? ownId,
      name: name ?? slug ?? ownId,
      description: null,
      createdAt: origin.isInitial ? beginningFor(origin.now) : dateOf(origin.now),
      organizationId,
    };
  },
  issues,
  comments({ projectId, issueNumber, id }, { isInitial, index, now, parent, previous, nextId, free }) {
    const { id: issueId, createdAt } = parent as IssueRecord;
    const { createdAt: last = createdAt } = { ...(previous as { createdAt?: string }) };
    return {
      id: id ?? (isInitial ? free('comments', 'id', `${issueId}-comment-${index + 1}`) : nextId('cmt')),
      projectId,
      issueNumber,
      content: '',
      authorName: isInitial ? 'Reporter' : 'Dashboard',
      // Each comes a minute after the previous one.
      createdAt: isInitial ? notLater(minutesAfter(last, 1), now) : dateOf(now),
    };
  },
  apiKeys({ organizationId, key, name }, { parent, nextId, free }) {
    const { slug } = parent as { slug: string };
    return {
      key: key ?? nextId(apiKeyPrefix.slice(0, -1)),
      name: name ?? free('apiKeys', 'name', slug),
      organizationId,
      ...grant(),
    };
  },
  users({ id, name }, { nextId }) {
    const ownId = id ?? nextId('usr');
    return { id: ownId, name: name ?? ownId, organizations: [] };
  },
  accessTokens({ userId, token, name }, { nextId, free }) {
    return { token: token ?? nextId('oat'), name: name ?? free('accessTokens', 'name', userId), userId, ...grant() };
  },
};

const grant = () => ({ scopes: [...scopes], expiresAt: null, revoked: false });

/** Default page, browser and system of a captured issue. */
const usual = {
  pageUrl: 'https://app.example/',
  browserInfo: 'Chrome 141',
  osInfo: 'macOS 15',
  viewportSize: '1280x720',
};
const none: typeof usual = { pageUrl: '', browserInfo: '', osInfo: '', viewportSize: '' };

function issues({ projectId, ...given }: New<'issues'>, origin: Origin): IssueRecord {
  const issueNumber = given.issueNumber ?? origin.nextNumber(projectId);
  const id = given.id ?? origin.free('issues', 'id', `${projectId}-${issueNumber}`);
  const { now, isInitial } = origin;
  const at = isInitial ? minutesAfter(beginningFor(now), issueNumber) : dateOf(now);
  const createdAt = given.createdAt ?? earlier(at, given.updatedAt);
  // GAP-59
  const techContext = given.techContext === undefined && !isInitial ? null : given.techContext;
  const base = techContext === null ? none : usual;
  const browser = techContext?.browserInfo;
  const system = techContext?.osInfo;
  const viewport = techContext?.viewportSize;
  const issue = {
    id,
    issueNumber,
    title: given.title ?? `Issue ${issueNumber}`,
    description: given.description ?? '',
    status: given.status ?? 'open',
    priority: given.priority ?? 'medium',
    labels: given.labels ?? [],
    assignees: given.assignees ?? (given.assigneeName ? [given.assigneeName] : []),
    reporterName: given.reporterName ?? 'Reporter',
    assigneeName: given.assigneeName ?? given.assignees?.[0] ?? '',
    pageUrl: given.pageUrl ?? base.pageUrl,
    browserInfo: given.browserInfo ?? (browser ? joined(browser) : base.browserInfo),
    osInfo: given.osInfo ?? (system ? joined(system) : base.osInfo),
    viewportSize: given.viewportSize ?? (viewport ? sizeText(viewport) : base.viewportSize),
    createdAt,
    updatedAt: given.updatedAt ?? createdAt,
    jsErrorCount: given.jsErrorCount ?? 0,
    projectId,
  } satisfies Omit<IssueRecord, CapturedName>;
  // Without a browser, no object is captured.
  return Object.assign(issue, fillCaptured(issue, given, techContext === null ? null : {})) as IssueRecord;
}

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

/** Adds defaults to everything captured with an issue; `absent` is the default of an object. Lists are sorted by time (GAP-51). */
export function fillCaptured(
  issue: IssueHead,
  given: Partial<Record<CapturedName, unknown>>,
  absent: object | null,
  names = capturedNames,
): object {
  const filled: Record<string, unknown> = {};
  for (const name of names) {
    const one = given[name] === undefined ? absent : given[name];
    if (!captured[name].many) filled[name] = one && fillEntry(name, issue, 0, one);
    else filled[name] = listOf(name, issue, given[name] as readonly object[] | undefined);
  }
  return filled;
}

function listOf(name: CapturedName, issue: IssueHead, given: readonly object[] = []): object[] {
  if (given.length === 0) return [];
  return sortedByTime(given.map((entry, index) => fillEntry(name, issue, index, entry)));
}

function fillEntry(name: CapturedName, issue: IssueHead, index: number, given: object): object {
  const own: Partial<Record<string, unknown>> = { ...entryDefaults[name]?.(issue, index, given) };
  const filled: Record<string, unknown> = {};
  for (const [member, zero] of zerosOf(name)) {
    const value: unknown = Reflect.get(given, member) ?? own[member] ?? zero?.(issue);
    if (value !== undefined) filled[member] = value;
  }
  return filled;
}

type Zero = (issue: IssueHead) => unknown;
const zeros = new Map<CapturedName, readonly (readonly [string, Zero | undefined])[]>();

/** Returns the last resort for each member of an entry, from its schema. */
function zerosOf(name: CapturedName): readonly (readonly [string, Zero | undefined])[] {
  let known = zeros.get(name);
  if (!known) {
    const { shape } = (captured[name].entry as object as z.ZodMiniObject).def;
    known = Object.entries(shape).map(([member, schema]) => [member, zeroOf(schema)] as const);
    zeros.set(name, known);
  }
  return known;
}

function zeroOf(schema: z.core.$ZodType): Zero | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional') return undefined;
  if (def.type === 'nullable') return () => null;
  if (def.type === 'number') return () => 0;
  if (def.type === 'array') return () => [];
  if (def.type === 'object') return () => ({});
  // The only checked text of the model's entries is a timestamp.
  if (def.type === 'string') return def.checks?.length ? ({ createdAt }) => createdAt : () => '';
  return undefined;
}

/** Default time of initial data: the month of the API's first version. */
const usualBeginning = Date.parse('2026-04-01T09:00:00.000Z');
const day = 86_400_000;

/**
 * Returns the default time of the first records. A year before the clock, if that is earlier than the usual default: changes
 * through the API must come after the initial data.
 */
function beginningFor(now: number): string {
  return dateOf(now < usualBeginning + day ? now - 365 * day : usualBeginning);
}

function dateOf(time: number): string {
  return new Date(time).toISOString();
}

function notLater(date: string, now: number): string {
  return Date.parse(date) > now ? dateOf(now) : date;
}

function earlier(date: string, other: string | undefined): string {
  return other !== undefined && other < date ? other : date;
}
