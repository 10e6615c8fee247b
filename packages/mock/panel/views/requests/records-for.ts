/** The records that a request needs to be answered so in a mock of its own. */
import { type Endpoint, pathParams } from '../../state/api.ts';
import type { Entry, WorldFile } from '../../transport/answers.ts';

type Project = NonNullable<WorldFile['organizations'][number]['projects']>[number];
type Issue = NonNullable<Project['issues']>[number];

/** What only one endpoint each answers with, and what makes a world long. */
const captured = ['comments', 'consoleLogs', 'networkLogs', 'screenshots', 'techContext', 'userActions'];

/** As many issues as a list in a test may have and still be read. */
const mostIssues = 20;

/** The part of a world that a request is for: its project, with its issue or the first 20; `null` where there is none. */
export function recordsFor({ path }: Entry, endpoint: Endpoint, world: WorldFile): WorldFile | null {
  const { projectId, issueNumber } = pathParams(endpoint.path, path) ?? {};
  // `console-logs` is the member `consoleLogs`.
  const asked = path.replace(/^.*\//, '').replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

  const organizations = world.organizations.flatMap(({ id, slug, name, projects = [] }) => {
    const its = projects.filter((project) => projectId === undefined || project.id === projectId);
    if (its.length === 0) return [];
    // A key of its own: those of the mock may be somebody's.
    return [{ id, slug, name, apiKeys: [{ key: `svc_${slug}` }], projects: its.map(cut) }];
  });
  return organizations.length > 0 ? { organizations } : null;

  function cut({ issues = [], ...project }: Project): Project {
    if (projectId === undefined) return project;
    const its = issues.filter((issue) => issueNumber === undefined || String(issue.issueNumber) === issueNumber);
    return { ...project, issues: its.slice(0, mostIssues).map(short) };
  }

  function short(issue: Issue): Issue {
    const members = Object.entries(issue).filter(
      ([name, value]) => (name === asked || !captured.includes(name)) && !isEmpty(value),
    );
    return Object.fromEntries(members);
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}
