import { nearestName, type Project, projectSchema } from '@issue-tracking/model';
import type { OrganizationRecord, ProjectRecord } from '../../data/store/records.ts';
import { HttpError, invalidInput } from '../../platform/http/http-error.ts';
import { json } from '../../platform/http/json.ts';
import type { Behavior } from '../behavior/behavior.ts';
import type { Handler, HandlerInput } from './handler.ts';
import { applyFilters, type Filter, noMatchWarnings, presentList } from './present-list.ts';
import { addedMembers, withPulledMembers } from './record-json.ts';

/** Lists the projects of the caller's organizations, filtered (EP-1 to EP-4). */
export const listProjects: Handler<'projects.list'> = ({ service, behavior, texts, caller, query }) => {
  const filters = organizationFilters(query, behavior);
  const own = caller.organizations();
  const organizations = applyFilters(own, filters);
  if (organizations.length === 0 && filters.length > 0 && behavior.foreignOrganization === 'reject') {
    throw new HttpError(404, texts.organizationNotFound).because({
      text: 'The credential has no part in the organization that the filter names.',
      behavior: 'foreignOrganization',
      reason: 'not found',
    });
  }
  const created = organizations.flatMap((organization) =>
    service.store.directory.projectsOf(organization.id).map((project) => toProject(project, organization)),
  );
  const ordered = behavior.projectOrder === 'oldest' ? created : created.reverse();
  const data = presentList({ items: ordered, behavior, service });
  // enforces EP-1
  // A missing description is always `null`; `absentValues` applies only to issues (RES-1, GAP-40).
  const reply = json(behavior.projectsTotal ? { data, total: ordered.length } : { data });
  const warnings = organizations.length === 0 ? noMatchWarnings('organization of this credential', own, filters) : [];
  return { json: reply, warnings };
};

/** Returns the filters of a query. If both filters are set, a behavior option may drop one of the two (GAP-6). */
function organizationFilters(
  { organizationSlug: slug, organizationId: id }: HandlerInput<'projects.list'>['query'],
  { bothOrganizationFilters, letterCase }: Behavior,
): Filter<OrganizationRecord>[] {
  const both = slug !== undefined && id !== undefined;
  if (both && bothOrganizationFilters === 'reject') {
    const message = 'must not be given together with the other organization filter';
    throw invalidInput({ field: 'organizationSlug', message }, { field: 'organizationId', message }).because({
      behavior: 'bothOrganizationFilters',
    });
  }
  // enforces EP-4
  const filters: Filter<OrganizationRecord>[] = [];
  if (slug !== undefined && !(both && bothOrganizationFilters === 'id')) {
    // GAP-54
    const fold = (text: string) => (letterCase === 'exact' ? text : text.toLowerCase());
    filters.push({
      name: 'organizationSlug',
      text: `with the slug "${slug}"`,
      passes: (organization) => fold(organization.slug) === fold(slug),
      nearest: (organizations) =>
        nearestName(
          slug,
          organizations.map((organization) => organization.slug),
        ),
    });
  }
  if (id !== undefined && !(both && bothOrganizationFilters === 'slug')) {
    const wanted = id.toLowerCase();
    filters.push({
      name: 'organizationId',
      text: `with the id ${id}`,
      passes: (organization) => organization.id.toLowerCase() === wanted,
    });
  }
  return filters;
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

const projectMembers: ReadonlySet<string> = new Set([...Object.keys(projectSchema.def.shape), 'shows']);
