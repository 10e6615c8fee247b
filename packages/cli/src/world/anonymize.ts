import { formatVersion } from '@issue-tracking/mock/internal';
import {
  type CapturedName,
  consoleLevels,
  type Issue,
  type IssueListItem,
  issuePriorities,
  issueStatuses,
  metadataSummarySchema,
} from '@issue-tracking/model';
import { createReplacements, kept, type Members, type Replacement } from './replacements.ts';
import type { CopiedWorld } from './world-file.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const actions = ['click', 'input', 'navigation'];

/**
 * Replaces all data by the demo's, except statuses, priorities, levels, counts, order, times and sizes. Also replaces names
 * and values of unknown members. Equal values stay equal, and the same data always gives the same file.
 */
export function anonymize(world: CopiedWorld): CopiedWorld {
  const replacements = createReplacements();
  const { text } = replacements;
  const project = projectOf(replacements);
  const organizations = world.organizations.map(({ id, slug, name, projects, apiKeys }) => ({
    id: uuidOf(String(text('id')(id))),
    slug: text('slug')(slug),
    name: text('name')(name),
    projects: projects.map(project),
    apiKeys,
  }));
  // Each member was replaced by one of the same type.
  return { form: 'pulled', formatVersion, organizations: organizations as unknown as CopiedWorld['organizations'] };
}

type Replacements = ReturnType<typeof createReplacements>;

function projectOf(replacements: Replacements): Replacement {
  const { text, time, list, object, memberNames } = replacements;
  const members: Members = {
    id: text('id'),
    name: text('name'),
    slug: text('slug'),
    description: text('description'),
    createdAt: time,
    issues: list(issueOf(replacements)),
  };
  // A project shows these members of its organization, too.
  const shown = {
    ...members,
    organizationId: text('id'),
    organizationSlug: text('slug'),
    organizationName: text('name'),
  };
  return object({ ...members, shows: memberNames(shown) });
}

function issueOf(replacements: Replacements): Replacement {
  const { object, memberNames } = replacements;
  const members = issueMembers(replacements);
  const shown = memberNames(members);
  return object({ ...members, shows: object({ list: shown, detail: shown }) });
}

/** Returns the replacements of an issue's members. */
export function issueMembers(replacements: Replacements) {
  const { text, oneOf, upTo, time, viewportSize, list, object } = replacements;
  const id = text('id');
  const person = text('person');
  const count = upTo(10_000_000);
  const pixels = upTo(100_000);
  const counts = Object.keys(metadataSummarySchema.def.shape).map((name) => [name, count]);
  // A member of an issue without a replacement doesn't compile.
  return {
    issueNumber: kept,
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
    viewportSize,
    metadataSummary: object(Object.fromEntries(counts)),
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
    techContext: object({
      browserInfo: object({ name: text('browser'), version: text('version') }),
      osInfo: object({ name: text('system'), version: text('version') }),
      viewportSize: object({ width: pixels, height: pixels }),
      cssSelector: text('selector'),
      elementStyles: replacements.styles,
      reactComponentTree: list(text('component')),
    }),
  } satisfies Record<keyof Issue | keyof IssueListItem | CapturedName | 'comments', Replacement>;
}

/** Returns a UUID with the number of an anonymous id, as the id of an organization must be. */
function uuidOf(id: string): string {
  return `00000000-0000-4000-8000-${id.replace(/\D/g, '').padStart(12, '0')}`;
}
