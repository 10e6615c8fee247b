/** @jsxImportSource preact */
import { issueStatuses } from '@issue-tracking/model';
import { useState } from 'preact/hooks';
import { Empty } from '../../parts/empty.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { ShowMore, useIncrementalList } from '../../parts/show-more.tsx';
import type { Organization, Project } from '../../state/read-record.ts';
import { useLive } from '../../state/use-live.ts';
import { organizationPlace, placeOf } from './places.ts';

interface ProjectTreeProps {
  organizations: readonly Organization[];
  projects: readonly Project[];
  /** Id of a project or an organization. */
  selected: string | undefined;
}

type Counts = Readonly<Record<string, number>>;

/** Number of projects above which there is a search. */
const searchThreshold = 8;

/** The organizations with their projects, and how many issues each has. A search shortens a long list. */
export function ProjectTree({ organizations, projects, selected }: ProjectTreeProps) {
  const [text, setText] = useState('');
  const { data: counts } = useLive<Readonly<Record<string, Counts>>>(['world.issues.counts'], 'records');
  // A line for each: the organization, then its projects.
  const lines = organizations.flatMap((organization) => {
    const its = projects.filter(({ organizationId }) => organizationId === organization.id);
    const isFound = hasText(text, organization.name, organization.slug);
    const found = isFound ? its : its.filter(({ id, name, slug }) => hasText(text, id, name, slug));
    if (!isFound && found.length === 0) return [];
    return [{ organization, project: undefined }, ...found.map((project) => ({ organization, project }))];
  });
  const { first, more } = useIncrementalList(lines, 100, text);
  return (
    <>
      {(projects.length > searchThreshold || text !== '') && (
        <div class="line">
          <input
            type="search"
            aria-label="Search organizations and projects"
            placeholder={`Search ${projects.length} projects`}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
      )}
      {lines.length === 0 && <Empty title={text ? 'No project matches' : 'No organizations yet'} />}
      <ul>
        {first.map(({ organization, project }) =>
          project ? (
            <li key={`project ${project.id}`}>
              <PlaceLink to={placeOf(project.id)} isCurrent={project.id === selected}>
                <span>
                  <bdi>{project.name}</bdi> <code class="soft">{project.id}</code>
                </span>
                <span class="soft">{counts && countsText(counts[project.id])}</span>
              </PlaceLink>
            </li>
          ) : (
            <li key={`organization ${organization.id}`} class="of-organization">
              <PlaceLink to={organizationPlace(organization.id)} isCurrent={organization.id === selected}>
                <span>
                  <bdi>{organization.name}</bdi>
                  {!organization.active && <span class="soft"> inactive</span>}
                </span>
                <span class="soft">Keys and users</span>
              </PlaceLink>
            </li>
          ),
        )}
      </ul>
      <ShowMore {...more} />
    </>
  );
}

/** Returns the number of issues by status: `3 open, 1 in progress`. */
function countsText(counts: Counts = {}): string {
  // A pulled issue may have any status.
  const statuses = new Set<string>([...issueStatuses, ...Object.keys(counts)]);
  const shown = [...statuses]
    .filter((status) => counts[status])
    .map((status) => `${counts[status]} ${status.replaceAll('_', ' ')}`);
  return shown.join(', ') || 'no issues';
}

function hasText(text: string, ...members: readonly string[]): boolean {
  return members.join(' ').toLowerCase().includes(text.trim().toLowerCase());
}
