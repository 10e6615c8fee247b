import { apiKeyPrefix, type CapturedName, scopes } from '@issue-tracking/model';
import { joined, minutesAfter, sizeText } from './formats.ts';
import type { IssueRecord, NewRecords, OrganizationRecord, RecordKind, RecordsByKind } from './records.ts';

/** The place of a new record. */
export interface Place {
  /** Its position among the records that are added with it. */
  readonly index: number;
  readonly parent: object | undefined;
  /** The record that was added before it. */
  readonly previous: object | undefined;
}

/** The source of times, ids and numbers. */
export interface Source {
  /** The clock's time. No default time is later. */
  readonly now: number;
  /** Whether the records are initial data, which was there before `now`. */
  readonly isInitial: boolean;
  /** Returns an unused id that follows from the seed. */
  nextId(prefix: string): string;
  uuid(): string;
  /** Returns an unused value of a unique member: `base`, or `base-2`. */
  free(kind: RecordKind, member: string, base: string): string;
  nextNumber(projectId: string): number;
}

/** The defaults of each kind. Those of captured data are in captured-defaults.ts. */
export const defaults: {
  readonly [K in RecordKind]: (
    given: NewRecords[K],
    source: Source,
    place: Place,
  ) => Omit<RecordsByKind[K], CapturedName>;
} = {
  organizations({ id, slug, name }, source) {
    const ownSlug = slug ?? source.nextId('org');
    return { id: id ?? source.uuid(), slug: ownSlug, name: name ?? ownSlug, active: true };
  },
  projects({ organizationId, id, slug, name }, source) {
    const ownId = id ?? source.nextId('prj');
    const createdAt = source.isInitial ? beginningFor(source.now) : dateOf(source.now);
    return {
      id: ownId,
      slug: slug ?? ownId,
      name: name ?? slug ?? ownId,
      description: null,
      createdAt,
      organizationId,
    };
  },
  issues,
  comments({ id, projectId, issueNumber, content }, source, { index, parent, previous }) {
    const { id: issueId, createdAt } = parent as IssueRecord;
    const { createdAt: last = createdAt } = { ...(previous as { createdAt?: string }) };
    const { now, isInitial } = source;
    return {
      id: id ?? (isInitial ? source.free('comments', 'id', `${issueId}-comment-${index + 1}`) : source.nextId('cmt')),
      projectId,
      issueNumber,
      content,
      authorName: 'Reporter',
      // Each comes a minute after the previous one.
      createdAt: isInitial ? earlier(minutesAfter(last, 1), dateOf(now)) : dateOf(now),
    };
  },
  apiKeys({ organizationId, key, name }, source, { parent }) {
    return {
      key: key ?? source.nextId(apiKeyPrefix.slice(0, -1)),
      name: name ?? source.free('apiKeys', 'name', (parent as OrganizationRecord).slug),
      organizationId,
      ...grant(),
    };
  },
  users({ id }, source) {
    const ownId = id ?? source.nextId('usr');
    return { id: ownId, name: ownId, organizations: [] };
  },
  accessTokens({ userId, token, name }, source) {
    return {
      token: token ?? source.nextId('oat'),
      name: name ?? source.free('accessTokens', 'name', userId),
      userId,
      ...grant(),
    };
  },
};

const grant = () => ({ scopes: [...scopes], expiresAt: null, revoked: false });

/** The page, browser and system of an issue that was reported in a browser. */
export const usual = {
  pageUrl: 'https://app.example/',
  browserInfo: 'Chrome 141',
  osInfo: 'macOS 15',
  viewportSize: '1280x720',
};
// GAP-59
const none: typeof usual = { pageUrl: '', browserInfo: '', osInfo: '', viewportSize: '' };

function issues({ projectId, ...given }: NewRecords['issues'], source: Source): Omit<IssueRecord, CapturedName> {
  const issueNumber = given.issueNumber ?? source.nextNumber(projectId);
  const { now, isInitial } = source;
  const at = isInitial ? minutesAfter(beginningFor(now), issueNumber) : dateOf(now);
  const createdAt = given.createdAt ?? earlier(at, given.updatedAt);
  const base = given.techContext ? usual : none;
  const { browserInfo, osInfo, viewportSize } = given.techContext ?? {};
  return {
    id: given.id ?? source.free('issues', 'id', `${projectId}-${issueNumber}`),
    issueNumber,
    title: `Issue ${issueNumber}`,
    description: '',
    status: 'open',
    priority: 'medium',
    labels: [],
    assignees: given.assigneeName ? [given.assigneeName] : [],
    reporterName: 'Reporter',
    assigneeName: given.assignees?.[0] ?? '',
    pageUrl: base.pageUrl,
    browserInfo: browserInfo ? joined(browserInfo) : base.browserInfo,
    osInfo: osInfo ? joined(osInfo) : base.osInfo,
    viewportSize: viewportSize ? sizeText(viewportSize) : base.viewportSize,
    createdAt,
    updatedAt: createdAt,
    jsErrorCount: 0,
    projectId,
  };
}

/** Default time of initial data: the month of the API's first version. */
const usualBeginning = Date.parse('2026-04-01T09:00:00.000Z');
const day = 86_400_000;

/**
 * Returns the default time of the first records. A year before the clock, if that is earlier than the usual default: changes
 * through the API must come after the initial data.
 */
export function beginningFor(now: number): string {
  return dateOf(now < usualBeginning + day ? now - 365 * day : usualBeginning);
}

function dateOf(time: number): string {
  return new Date(time).toISOString();
}

function earlier(date: string, other: string | undefined): string {
  return other !== undefined && other < date ? other : date;
}
