import { scopes } from '@issue-tracking/model';
import type { CheckedIssue, CheckedProject, CheckedWorld } from './checked-world.ts';
import { fillEntries } from './fill-entries.ts';
import type { IssueInput, OrganizationInput, ProjectInput, UserInput, World } from './world.ts';

/** When everything happened of which a world says no time: the month of the API's first version. */
const beginning = '2026-04-01T09:00:00.000Z';
const minute = 60_000;

/** Where an issue belongs, and what it gets when it doesn't say. */
export interface IssuePlace {
  readonly projectId: string;
  readonly issueNumber: number;
  /** Time of creation; `issueNumber` minutes after 2026-04-01T09:00:00.000Z unless given. */
  readonly createdAt?: string;
}

/** Fills in what a world leaves out. */
export function fillWorld({ organizations = [], users = [] }: World): CheckedWorld {
  return { organizations: organizations.map(fillOrganization), users: users.map(fillUser) };
}

function fillOrganization({ id, slug, name, active = true, projects = [], apiKeys = [] }: OrganizationInput) {
  return {
    id,
    slug,
    name,
    active,
    projects: projects.map(fillProject),
    apiKeys: apiKeys.map(({ key, ...grant }) => ({ key, ...fillGrant(grant) })),
  };
}

function fillUser({ id, name, organizations = [], accessTokens = [] }: UserInput) {
  const tokens = accessTokens.map(({ token, ...grant }) => ({ token, ...fillGrant(grant) }));
  return { id, name, organizations, accessTokens: tokens };
}

function fillGrant({
  scopes: granted,
  expiresAt = null,
}: Omit<NonNullable<OrganizationInput['apiKeys']>[number], 'key'>) {
  return { scopes: granted ?? [...scopes], expiresAt };
}

function fillProject({
  id,
  slug,
  name,
  description = null,
  createdAt = beginning,
  issues = [],
}: ProjectInput): CheckedProject {
  // Numbers given later in the list are taken too.
  let highest = issues.reduce((max, issue) => Math.max(max, issue.issueNumber ?? 0), 0);
  const filled = issues.map((issue) =>
    fillIssue(issue, { projectId: id, issueNumber: issue.issueNumber ?? ++highest }),
  );
  return { id, slug, name, description, createdAt, issues: filled };
}

/** Fills in what an issue leaves out, from what it says elsewhere where that is possible. */
export function fillIssue(issue: IssueInput, place: IssuePlace): CheckedIssue {
  const issueNumber = issue.issueNumber ?? place.issueNumber;
  const made = place.createdAt ?? new Date(Date.parse(beginning) + issueNumber * minute).toISOString();
  const createdAt =
    issue.createdAt ?? (issue.updatedAt !== undefined && issue.updatedAt < made ? issue.updatedAt : made);
  const context = issue.techContext ?? {};
  const own = {
    id: issue.id ?? `${place.projectId}-${issueNumber}`,
    pageUrl: issue.pageUrl ?? 'https://app.example/',
    browserInfo: issue.browserInfo ?? (context.browserInfo ? joined(context.browserInfo) : 'Chrome 141'),
    osInfo: issue.osInfo ?? (context.osInfo ? joined(context.osInfo) : 'macOS 15'),
    viewportSize:
      issue.viewportSize ??
      (context.viewportSize ? `${context.viewportSize.width}x${context.viewportSize.height}` : '1280x720'),
    createdAt,
  };
  return {
    ...own,
    issueNumber,
    title: issue.title,
    description: issue.description ?? '',
    status: issue.status ?? 'open',
    priority: issue.priority ?? 'medium',
    labels: issue.labels ?? [],
    assignees: issue.assignees ?? (issue.assigneeName ? [issue.assigneeName] : []),
    reporterName: issue.reporterName ?? 'Reporter',
    assigneeName: issue.assigneeName ?? issue.assignees?.[0] ?? '',
    updatedAt: issue.updatedAt ?? createdAt,
    jsErrorCount: issue.jsErrorCount ?? 0,
    ...fillEntries(issue, own),
  };
}

function joined({ name, version }: { name: string; version: string }): string {
  return version === '' ? name : `${name} ${version}`;
}
