import { nearestName, type Project, projectSchema } from '@issue-tracking/model';
import { invalidInput } from '../platform/http/http-error.ts';
import { json } from '../platform/http/json.ts';
import type { OrganizationRecord, ProjectRecord } from '../records/records.ts';
import type { Handler, HandlerInput } from './handler.ts';
import { applyFilters, type Filter, noMatchWarnings } from './list.ts';
import { addedMembers, withPulledMembers } from './record-json.ts';

/** Lists the projects of the caller's organizations, filtered (EP-1 to EP-4). */
export const listProjects: Handler<'projects.list'> = ({ records, behavior, caller, query }) => {
  const filters = organizationFilters(query);
  const own = caller.organizations();
  // An organization that isn't the caller's gives an empty list (GAP-37).
  const organizations = applyFilters(own, filters);
  // In the order of creation (GAP-51).
  const data = organizations.flatMap((organization) =>
    records.of('projects', organization.id).map((project) => toProject(project, organization)),
  );
  // enforces EP-1
  // A missing description is always `null`; `absentValues` applies only to issues (RES-1, GAP-40).
  const reply = json(behavior.projectsTotal ? { data, total: data.length } : { data });
  const warnings = organizations.length === 0 ? noMatchWarnings('organization of this credential', own, filters) : [];
  return { json: reply, warnings };
};

/** Returns the filters of a query. @throws HttpError 400 for both filters at once (GAP-6). */
function organizationFilters({
  organizationSlug: slug,
  organizationId: id,
}: HandlerInput<'projects.list'>['query']): Filter<OrganizationRecord>[] {
  if (slug !== undefined && id !== undefined) {
    const message = 'must not be given together with the other organization filter';
    throw invalidInput({ field: 'organizationSlug', message }, { field: 'organizationId', message });
  }
  // enforces EP-4
  if (slug !== undefined) {
    const nearest = (organizations: readonly OrganizationRecord[]) =>
      nearestName(
        slug,
        organizations.map((organization) => organization.slug),
      );
    return [
      {
        name: 'organizationSlug',
        text: `with the slug "${slug}"`,
        // GAP-54
        passes: (organization) => organization.slug === slug,
        nearest,
      },
    ];
  }
  if (id === undefined) return [];
  const wanted = id.toLowerCase();
  return [
    {
      name: 'organizationId',
      text: `with the id ${id}`,
      passes: (organization) => organization.id.toLowerCase() === wanted,
    },
  ];
}

// enforces RES-1
function toProject(project: ProjectRecord, organization: OrganizationRecord): Project {
  const fields = {
    id: project.id,
    name: project.name,
    slug: project.slug,
    description: project.description,
    organizationId: organization.id,
    organizationSlug: organization.slug,
    organizationName: organization.name,
    createdAt: project.createdAt,
    ...addedMembers(project, projectMembers),
  };
  return withPulledMembers(fields, project);
}

const projectMembers: ReadonlySet<string> = new Set([
  ...Object.keys(projectSchema.def.shape),
  'shows',
  'nextIssueNumber',
]);
