import { formatVersion } from '@issue-tracking/mock/internal';
import { consoleLevels, issuePriorities, issueStatuses } from '@issue-tracking/model';
import { isMembers, listOf, type Members } from '../platform/json.ts';
import { DemoValues, type Kind } from './demo-values.ts';
import type { CopiedWorld } from './world-file.ts';

/** The replacement of a field. */
type Rule = (value: unknown) => unknown;
type Rules = Readonly<Record<string, Rule>>;

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const isSize = /^\d{1,5}x\d{1,5}$/;
const someTime = '2026-01-01T00:00:00.000Z';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const actions = ['click', 'input', 'navigation'];

/**
 * The same world of other people: statuses, priorities, levels, counts, order, times and sizes stay, and everything
 * else is the demo's, what a service has added too, names of members included. What was equal stays equal. The same
 * data always gives the same file.
 */
export function anonymize({ organizations }: CopiedWorld): CopiedWorld {
  const demo = new DemoValues();
  const text =
    (kind: Kind): Rule =>
    (value) =>
      typeof value === 'string' ? demo.text(kind, value) : added(value);
  const oneOf =
    (known: readonly string[], kind: Kind = 'value'): Rule =>
    (value) =>
      known.includes(String(value)) ? value : text(kind)(value);
  const time: Rule = (value) => (typeof value === 'string' ? (isTime.test(value) ? value : someTime) : added(value));
  const upTo =
    (most: number): Rule =>
    (value) =>
      typeof value === 'number' && value >= 0 && value <= most ? value : added(value);
  const count = upTo(10_000_000);
  const pixels = upTo(100_000);
  const size: Rule = (value) => (typeof value === 'string' ? (isSize.test(value) ? value : '1280x720') : added(value));
  const list =
    (rule: Rule): Rule =>
    (value) =>
      Array.isArray(value) ? value.map(rule) : added(value);
  const object =
    (rules: Rules): Rule =>
    (value) =>
      isMembers(value) ? members(value, rules) : added(value);

  /** Fields that a service has added: their meaning is unknown. */
  function added(value: unknown): unknown {
    if (typeof value === 'string') return isTime.test(value) ? value : demo.text('value', value);
    if (typeof value === 'number') return demo.number(value);
    if (Array.isArray(value)) return value.map(added);
    return isMembers(value) ? members(value, {}) : value;
  }

  function nameOf(name: string, rules: Rules): string {
    return Object.hasOwn(rules, name) ? name : demo.text('member', name);
  }

  function members(value: Members, rules: Rules): Members {
    const change = (name: string, member: unknown) =>
      Object.hasOwn(rules, name) ? (rules[name] as Rule)(member) : added(member);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [nameOf(name, rules), change(name, member)]),
    );
  }

  const names = (rules: Rules) => (value: unknown) =>
    Array.isArray(value) ? value.map((name) => nameOf(String(name), rules)) : [];
  const person = text('person');
  const id = text('id');
  const named = (kind: Kind) => object({ name: text(kind), version: text('version') });
  const techContext: Rules = {
    browserInfo: named('browser'),
    osInfo: named('system'),
    viewportSize: object({ width: pixels, height: pixels }),
    cssSelector: text('selector'),
    elementStyles: (value) => (isMembers(value) ? demo.styles : added(value)),
    reactComponentTree: list(text('component')),
  };
  const summary = ['consoleErrorCount', 'networkErrorCount', 'jsErrorCount', 'userActionCount', 'screenshotCount'];
  const issue: Rules = {
    issueNumber: (value) => value,
    id,
    title: text('title'),
    description: text('description'),
    status: oneOf(issueStatuses),
    priority: oneOf(issuePriorities),
    labels: list(text('label')),
    assignees: list(person),
    reporterName: person,
    assigneeName: person,
    pageUrl: text('page'),
    browserInfo: text('browser'),
    osInfo: text('system'),
    viewportSize: size,
    metadataSummary: object(Object.fromEntries(summary.map((name) => [name, count]))),
    createdAt: time,
    updatedAt: time,
    comments: list(object({ id, content: text('comment'), authorName: person, createdAt: time })),
    consoleLogs: list(
      object({ level: oneOf(consoleLevels), message: text('message'), source: text('source'), timestamp: time }),
    ),
    networkLogs: list(
      object({ method: oneOf(methods), url: text('address'), status: upTo(999), duration: count, timestamp: time }),
    ),
    screenshots: list(object({ id, url: text('picture'), width: pixels, height: pixels, createdAt: time })),
    userActions: list(object({ type: oneOf(actions), target: text('target'), text: text('text'), timestamp: time })),
    techContext: object(techContext),
  };
  const ownShows: Rule = (value) =>
    isMembers(value)
      ? Object.fromEntries(Object.entries(value).map(([where, shown]) => [where, names(issue)(shown)]))
      : value;
  const project: Rules = {
    id,
    name: text('name'),
    slug: text('slug'),
    description: text('description'),
    createdAt: time,
    issues: (value) => listOf(value).map((one) => members(one, { ...issue, shows: ownShows })),
  };
  const projectShows = names({ ...project, organizationId: id, organizationSlug: id, organizationName: id });
  const anonymous = organizations.map(({ id, slug, name, projects, apiKeys }) => ({
    id: uuidOf(demo.text('id', id)),
    slug: demo.text('slug', slug),
    name: text('name')(name),
    projects: projects.map((one) => members(one, { ...project, shows: projectShows })),
    apiKeys,
  }));
  // Members were replaced by others of their kind.
  return { form: 'pulled', formatVersion, organizations: anonymous as unknown as CopiedWorld['organizations'] };
}

/** An id of the form that the id of an organization has. */
function uuidOf(id: string): string {
  return `00000000-0000-4000-8000-${id.replace(/\D/g, '').padStart(12, '0')}`;
}
