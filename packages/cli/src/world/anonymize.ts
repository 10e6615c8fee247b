import { formatVersion } from '@issue-tracking/mock/internal';
import {
  type CapturedName,
  consoleLevels,
  type Issue,
  type IssueListItem,
  issuePriorities,
  issueStatuses,
} from '@issue-tracking/model';
import { isJsonObject, type JsonObject, objectsIn } from '../platform/json.ts';
import { DemoValues, type TextKind } from './demo-values.ts';
import type { CopiedWorld } from './world-file.ts';

/** The replacement of a field. */
type Replacement = (value: unknown) => unknown;
type Replacements = Readonly<Record<string, Replacement>>;

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const isSize = /^\d{1,5}x\d{1,5}$/;
const someTime = '2026-01-01T00:00:00.000Z';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const actions = ['click', 'input', 'navigation'];

/**
 * Replaces all data by the demo's, except statuses, priorities, levels, counts, order, times and sizes. Also replaces names
 * and values of unknown members. Equal values stay equal, and the same data always gives the same file.
 */
export function anonymize({ organizations }: CopiedWorld): CopiedWorld {
  const demo = new DemoValues();
  const text =
    (kind: TextKind): Replacement =>
    (value) =>
      typeof value === 'string' ? demo.text(kind, value) : added(value);
  const oneOf =
    (known: readonly string[], kind: TextKind = 'value'): Replacement =>
    (value) =>
      known.includes(String(value)) ? value : text(kind)(value);
  const time: Replacement = (value) =>
    typeof value === 'string' ? (isTime.test(value) ? value : someTime) : added(value);
  const upTo =
    (most: number): Replacement =>
    (value) =>
      typeof value === 'number' && value >= 0 && value <= most ? value : added(value);
  const count = upTo(10_000_000);
  const pixels = upTo(100_000);
  const size: Replacement = (value) =>
    typeof value === 'string' ? (value === '' || isSize.test(value) ? value : '1280x720') : added(value);
  const list =
    (rule: Replacement): Replacement =>
    (value) =>
      Array.isArray(value) ? value.map(rule) : added(value);
  const object =
    (rules: Replacements): Replacement =>
    (value) =>
      isJsonObject(value) ? members(value, rules) : added(value);

  /** Replaces a value of a member that v1 doesn't know. */
  function added(value: unknown): unknown {
    if (typeof value === 'string') return isTime.test(value) ? value : demo.text('value', value);
    if (typeof value === 'number') return demo.number(value);
    if (Array.isArray(value)) return value.map(added);
    return isJsonObject(value) ? members(value, {}) : value;
  }

  function nameOf(name: string, rules: Replacements): string {
    return Object.hasOwn(rules, name) ? name : demo.text('member', name);
  }

  function members(value: JsonObject, rules: Replacements): JsonObject {
    const change = (name: string, member: unknown) =>
      Object.hasOwn(rules, name) ? (rules[name] as Replacement)(member) : added(member);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [nameOf(name, rules), change(name, member)]),
    );
  }

  const names = (rules: Replacements) => (value: unknown) =>
    Array.isArray(value) ? value.map((name) => nameOf(String(name), rules)) : [];
  const person = text('person');
  const id = text('id');
  const named = (kind: TextKind) => object({ name: text(kind), version: text('version') });
  const techContext: Replacements = {
    browserInfo: named('browser'),
    osInfo: named('system'),
    viewportSize: object({ width: pixels, height: pixels }),
    cssSelector: text('selector'),
    elementStyles: (value) => (isJsonObject(value) ? demo.styles : added(value)),
    reactComponentTree: list(text('component')),
  };
  const summary = ['consoleErrorCount', 'networkErrorCount', 'jsErrorCount', 'userActionCount', 'screenshotCount'];
  // A member of an issue without a replacement doesn't compile.
  const issue = {
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
  } satisfies Record<keyof Issue | keyof IssueListItem | CapturedName, Replacement> & Replacements;
  const ownShows: Replacement = (value) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([where, shown]) => [where, names(issue)(shown)]))
      : value;
  const project: Replacements = {
    id,
    name: text('name'),
    slug: text('slug'),
    description: text('description'),
    createdAt: time,
    issues: (value) => objectsIn(value).map((one) => members(one, { ...issue, shows: ownShows })),
  };
  const projectShows = names({ ...project, organizationId: id, organizationSlug: id, organizationName: id });
  const anonymous = organizations.map(({ id, slug, name, projects, apiKeys }) => ({
    id: uuidOf(demo.text('id', id)),
    slug: demo.text('slug', slug),
    name: text('name')(name),
    projects: projects.map((one) => members(one, { ...project, shows: projectShows })),
    apiKeys,
  }));
  // Each member was replaced by one of the same type.
  return { form: 'pulled', formatVersion, organizations: anonymous as unknown as CopiedWorld['organizations'] };
}

/** Returns a UUID, as the id of an organization must be. */
function uuidOf(id: string): string {
  return `00000000-0000-4000-8000-${id.replace(/\D/g, '').padStart(12, '0')}`;
}
