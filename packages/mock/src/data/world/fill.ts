import { scopes } from '@issue-tracking/model';
import type { CheckedIssue, CheckedProject, CheckedWorld } from './checked-world.ts';
import { sortedByTime } from './entry-order.ts';
import { fillComments, fillConsoleLogs, fillNetworkLogs, fillScreenshots, fillUserActions } from './fill-entries.ts';
import { joined, minutesAfter, size, sizeText, split } from './formats.ts';
import type { IssueInput, OrganizationInput, ProjectInput, UserInput, World } from './world.ts';

/** Default time in a world: the month of the API's first version. */
const usualBeginning = Date.parse('2026-04-01T09:00:00.000Z');
const day = 86_400_000;

/**
 * Returns the default time of the first records. A year before the clock, if that is earlier than the usual default: changes
 * through the API must come after the initial data.
 */
function beginningFor(now: number): string {
  return new Date(now < usualBeginning + day ? now - 365 * day : usualBeginning).toISOString();
}

/** Path of an issue, and defaults for its times. */
export interface IssueDefaults {
  readonly projectId: string;
  readonly issueNumber: number;
  /** Default time of creation. */
  readonly createdAt: string;
  /** Latest default time. */
  readonly now: number;
}

/** Adds all defaults to a world. Default times are before `now`. */
export function fillWorld({ organizations = [], users = [] }: World, now: number): CheckedWorld {
  return { organizations: organizations.map((each) => fillOrganization(each, now)), users: users.map(fillUser) };
}

function fillOrganization(
  { id, slug, name, active = true, projects = [], apiKeys = [] }: OrganizationInput,
  now: number,
) {
  return {
    id,
    slug,
    name,
    active,
    projects: projects.map((project) => fillProject(project, now)),
    apiKeys: apiKeys.map(({ key, ...grant }) => ({ key, ...fillGrant(grant) })),
  };
}

function fillUser({ id, name, organizations = [], accessTokens = [] }: UserInput) {
  const tokens = accessTokens.map(({ token, ...grant }) => ({ token, ...fillGrant(grant) }));
  return { id, name, organizations, accessTokens: tokens };
}

function fillGrant({
  name,
  scopes: granted,
  expiresAt = null,
}: Omit<NonNullable<OrganizationInput['apiKeys']>[number], 'key'>) {
  return { name, scopes: granted ?? [...scopes], expiresAt };
}

function fillProject(project: ProjectInput, now: number): CheckedProject {
  const beginning = beginningFor(now);
  const { id, slug, name, description = null, createdAt = beginning, issues = [] } = project;
  // Numbers later in the list are taken, too.
  let highest = issues.reduce((max, issue) => Math.max(max, issue.issueNumber ?? 0), 0);
  const filled = issues.map((issue) => {
    const issueNumber = issue.issueNumber ?? ++highest;
    return fillIssue(issue, { projectId: id, issueNumber, createdAt: minutesAfter(beginning, issueNumber), now });
  });
  return { id, slug, name, description, createdAt, issues: filled };
}

/** Adds all defaults to an issue, from its other members where possible. */
export function fillIssue(issue: IssueInput, place: IssueDefaults): CheckedIssue {
  const issueNumber = issue.issueNumber ?? place.issueNumber;
  const id = issue.id ?? `${place.projectId}-${issueNumber}`;
  const createdAt = issue.createdAt ?? earlier(place.createdAt, issue.updatedAt);
  const context = issue.techContext;
  // GAP-59
  const usual = context === null ? notCaptured : captured;
  const pageUrl = issue.pageUrl ?? usual.pageUrl;
  const browserInfo = issue.browserInfo ?? (context?.browserInfo ? joined(context.browserInfo) : usual.browserInfo);
  const osInfo = issue.osInfo ?? (context?.osInfo ? joined(context.osInfo) : usual.osInfo);
  const viewportSize =
    issue.viewportSize ?? (context?.viewportSize ? sizeText(context.viewportSize) : usual.viewportSize);
  const viewport = size(viewportSize || captured.viewportSize);
  const page = pageUrl || captured.pageUrl;
  // One literal without spreads, for speed: a load test has a hundred thousand issues.
  return {
    id,
    issueNumber,
    title: issue.title,
    description: issue.description ?? '',
    status: issue.status ?? 'open',
    priority: issue.priority ?? 'medium',
    labels: issue.labels ?? [],
    assignees: issue.assignees ?? (issue.assigneeName ? [issue.assigneeName] : []),
    reporterName: issue.reporterName ?? 'Reporter',
    assigneeName: issue.assigneeName ?? issue.assignees?.[0] ?? '',
    pageUrl,
    browserInfo,
    osInfo,
    viewportSize,
    createdAt,
    updatedAt: issue.updatedAt ?? createdAt,
    jsErrorCount: issue.jsErrorCount ?? 0,
    comments: fillComments(issue.comments, id, createdAt, place.now),
    consoleLogs: sortedByTime(fillConsoleLogs(issue.consoleLogs, page, createdAt)),
    networkLogs: sortedByTime(fillNetworkLogs(issue.networkLogs, page, createdAt)),
    screenshots: sortedByTime(fillScreenshots(issue.screenshots, id, viewport, createdAt)),
    techContext:
      context === null
        ? null
        : {
            browserInfo: context?.browserInfo ?? split(browserInfo),
            osInfo: context?.osInfo ?? split(osInfo),
            viewportSize: context?.viewportSize ?? viewport,
            cssSelector: context?.cssSelector ?? 'body',
            elementStyles: context?.elementStyles ?? {},
            reactComponentTree: context?.reactComponentTree ?? [],
          },
    userActions: sortedByTime(fillUserActions(issue.userActions, createdAt)),
  };
}

/** Default page, browser and system of an issue. */
const captured = {
  pageUrl: 'https://app.example/',
  browserInfo: 'Chrome 141',
  osInfo: 'macOS 15',
  viewportSize: '1280x720',
};
const notCaptured: typeof captured = { pageUrl: '', browserInfo: '', osInfo: '', viewportSize: '' };

function earlier(date: string, other: string | undefined): string {
  return other !== undefined && other < date ? other : date;
}
