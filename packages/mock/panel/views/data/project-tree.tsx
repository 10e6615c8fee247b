/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Empty } from '../../parts/empty.tsx';
import { ShowMore, useIncrementalList } from '../../parts/show-more.tsx';
import { usePanel } from '../../state/panel.ts';
import type { Organization, Project } from '../../state/read-record.ts';

interface ProjectTreeProps {
  organizations: readonly Organization[];
  projects: readonly Project[];
  selected: string | undefined;
}

/** Number of projects above which there is a search. */
const searchThreshold = 8;

/** The organizations with their projects. A search shortens a long list. */
export function ProjectTree({ organizations, projects, selected }: ProjectTreeProps) {
  const [text, setText] = useState('');
  const groups = organizations.map((organization) => {
    const its = projects.filter(({ organizationId }) => organizationId === organization.id);
    const found = hasText(text, organization.name, organization.slug)
      ? its
      : its.filter(({ id, name, slug }) => hasText(text, id, name, slug));
    return { organization, found, isFound: found.length > 0 || hasText(text, organization.name, organization.slug) };
  });
  // A line for each: the organization, then its projects.
  const lines = groups
    .filter(({ isFound }) => isFound)
    .flatMap(({ organization, found }) => [
      { organization, project: undefined },
      ...found.map((project) => ({ organization, project })),
    ]);
  const { first, more } = useIncrementalList(lines, 100, text);
  return (
    <>
      {(projects.length > searchThreshold || text !== '') && (
        <div class="toolbar">
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
      {first
        .filter(({ project }) => !project)
        .map(({ organization }) => (
          <section key={organization.id} aria-label={organization.name}>
            <h3>
              <bdi>{organization.name}</bdi> {!organization.active && <span class="soft">inactive</span>}
            </h3>
            <ul>
              {first.map(
                ({ organization: owner, project }) =>
                  project &&
                  owner === organization && (
                    <ProjectLink key={project.id} project={project} isSelected={project.id === selected} />
                  ),
              )}
            </ul>
          </section>
        ))}
      <ShowMore {...more} />
    </>
  );
}

function ProjectLink({ project: { id, name }, isSelected }: { project: Project; isSelected: boolean }) {
  const panel = usePanel();
  return (
    <li>
      <a
        href={`#/data/${id}`}
        aria-current={isSelected ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault();
          panel.go(`data/${encodeURIComponent(id)}`);
        }}
      >
        <bdi>{name}</bdi> <code>{id}</code>
      </a>
    </li>
  );
}

function hasText(text: string, ...members: readonly string[]): boolean {
  return members.join(' ').toLowerCase().includes(text.trim().toLowerCase());
}
