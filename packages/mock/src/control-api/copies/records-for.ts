import { errorTexts } from '@issue-tracking/model';
import type { CopiedRequest } from './copied-request.ts';

interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly active?: boolean | undefined;
  readonly projects?: readonly Project[];
}
interface Project {
  readonly id: string;
  readonly issues?: readonly Issue[];
}
interface Issue {
  readonly issueNumber: number;
}

/** A world as a file has it, as far as it is read here. */
export interface WorldFile {
  readonly form?: 'pulled';
  readonly organizations?: readonly Organization[];
  readonly users?: readonly {
    readonly id: string;
    readonly name: string;
    readonly organizations?: readonly string[] | undefined;
  }[];
}

/** What stands in a test for a credential of the mock, which may be somebody's. */
export const standIns = { apiKey: 'svc_copied', accessToken: 'oat_copied' } as const;

/** What only one endpoint each answers with, and what makes a world long. */
const captured = ['comments', 'consoleLogs', 'networkLogs', 'screenshots', 'techContext', 'userActions'];

/** As many issues as a list in a test may have and still be read. */
const mostIssues = 20;

/**
 * The part of a world that a request needs: its credential with the organizations that this reaches, and the project and issue it is
 * for, or the first 20. One that was refused before it came to them needs neither.
 */
export function recordsFor({ entry, params, credential }: CopiedRequest, world: WorldFile): WorldFile {
  const { projectId, issueNumber } = params;
  const { path, reason, search, response } = entry;
  const error: unknown = Object(response).error;
  const isMissing = reason === 'not found';
  const needsProjects = reason === undefined || ['input', 'not found', 'status', 'fault'].includes(reason);
  // `console-logs` is the member `consoleLogs`.
  const asked = path.replace(/^.*\//, '').replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const userId = credential?.kind === 'accessToken' ? credential.record.userId : undefined;
  const user = world.users?.find(({ id }) => id === userId);
  const { name, scopes, expiresAt } = credential?.record ?? {};
  const grant = { name, scopes, ...(expiresAt && { expiresAt }) };

  const organizations = (world.organizations ?? []).flatMap((organization) => {
    const { id, slug, name: called, active, projects = [] } = organization;
    const isOwn = credential?.kind === 'apiKey' && credential.record.organizationId === id;
    const isReached = isOwn || user?.organizations?.includes(slug);
    const its = projects.filter((project) => needsProjects && (projectId === undefined || project.id === projectId));
    const isNamed = its.length > 0 || new URLSearchParams(search).toString().includes(slug);
    if (!isReached && !isNamed) return [];
    // It has come since.
    const isGone = isMissing && isReached && error === errorTexts.projectNotFound;
    return [
      {
        id,
        slug,
        name: called,
        ...(active === false && { active }),
        ...(isOwn && { apiKeys: [{ key: standIns.apiKey, ...grant }] }),
        ...(its.length > 0 && !isGone && { projects: its.map(cut) }),
      },
    ];
  });
  const slugs = organizations.map(({ slug }) => slug);
  const users = user && [
    {
      id: user.id,
      name: user.name,
      organizations: user.organizations?.filter((slug) => slugs.includes(slug)),
      accessTokens: [{ token: standIns.accessToken, ...grant }],
    },
  ];
  return { ...(world.form && { form: world.form }), organizations, ...(users && { users }) };

  function cut({ issues = [], ...project }: Project): Project {
    if (projectId === undefined) return project;
    const its = issues.filter(
      (issue) => issueNumber === undefined || Number(issue.issueNumber) === Number(issueNumber),
    );
    return { ...project, issues: isMissing && issueNumber !== undefined ? [] : its.slice(0, mostIssues).map(short) };
  }

  function short(issue: Issue): Issue {
    const members = Object.entries(issue).filter(
      ([member, value]) => (member === asked || !captured.includes(member)) && !isEmpty(value),
    );
    // What the pulled form knows issues by is a number, which is never empty.
    return Object.fromEntries(members) as unknown as Issue;
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}
