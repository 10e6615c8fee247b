import { type Project, projectSchema } from '@issue-tracking/model';
import type { OrganizationRecord, ProjectRecord } from '../../data/store/records.ts';
import { HttpError, invalidInput } from '../../platform/http/http-error.ts';
import { json } from '../../platform/http/json.ts';
import type { Behavior } from '../behavior/behavior.ts';
import type { Handler, HandlerInput } from './handler.ts';
import { presentList } from './present-list.ts';
import { addedMembers, asPulled } from './record-json.ts';

/** The projects of the caller's organizations, filtered (EP-1 to EP-4). */
export const listProjects: Handler<'projects.list'> = ({ service, behavior, texts, caller, query }) => {
  const selects = selector(query, behavior);
  const organizations = caller.organizations().filter(selects);
  const filtered = query.organizationId !== undefined || query.organizationSlug !== undefined;
  if (organizations.length === 0 && filtered && behavior.foreignOrganization === 'reject') {
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
  // A project says `null` where it has no description, whatever is made of absent values in issues (RES-1, GAP-40).
  return { json: json(behavior.projectsTotal ? { data, total: ordered.length } : { data }) };
};

/** Which organizations the two filters select, where both may be given (GAP-6). */
function selector(
  { organizationSlug, organizationId }: HandlerInput<'projects.list'>['query'],
  { bothOrganizationFilters, letterCase }: Behavior,
): (organization: OrganizationRecord) => boolean {
  const both = organizationSlug !== undefined && organizationId !== undefined;
  if (both && bothOrganizationFilters === 'reject') {
    const message = 'must not be given together with the other organization filter';
    throw invalidInput({ field: 'organizationSlug', message }, { field: 'organizationId', message }).because({
      behavior: 'bothOrganizationFilters',
    });
  }
  // enforces EP-4
  const bySlug = organizationSlug !== undefined && !(both && bothOrganizationFilters === 'id');
  const byId = organizationId !== undefined && !(both && bothOrganizationFilters === 'slug');
  // GAP-54
  const isAsked = (slug: string) =>
    letterCase === 'exact' ? slug === organizationSlug : slug.toLowerCase() === organizationSlug?.toLowerCase();
  return ({ id, slug }) => (!bySlug || isAsked(slug)) && (!byId || id.toLowerCase() === organizationId.toLowerCase());
}

// enforces RES-1
function toProject(project: ProjectRecord, organization: OrganizationRecord): Project {
  const told = {
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
  return asPulled(told, project);
}

const projectMembers: ReadonlySet<string> = new Set([...Object.keys(projectSchema.def.shape), 'shows']);
