/** @jsxImportSource preact */
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorBoundary } from '../../parts/error-boundary.tsx';
import { usePanel } from '../../state/panel.ts';
import { readOrganization, readProject } from '../../state/read-record.ts';
import { useRecords } from '../../state/use-live.ts';
import { exportWorld } from './export-world.ts';
import { IssueDetail } from './issue-detail.tsx';
import { IssueList } from './issue-list.tsx';
import { OrganizationDetail } from './organization.tsx';
import { ProjectTree } from './project-tree.tsx';

/** The view of the records: organizations with their keys, projects, issues, captured data. */
export function Data({ path: [first, second, part = 'overview'] }: { path: readonly string[] }) {
  const panel = usePanel();
  const { data: organizations, error } = useRecords('organizations', readOrganization);
  const { data: projects } = useRecords('projects', readProject);
  if (!organizations || !projects) return <Empty title={error ?? 'Reading the records…'} />;

  const organization = first === '' ? organizations.find(({ id }) => id === second) : undefined;
  const isOrganization = first === '' && second !== undefined;
  // Without a choice the first project is open, beside the list of all where there is room.
  const projectId = isOrganization ? undefined : first || projects[0]?.id;
  const project = projects.find(({ id }) => id === projectId);
  const issueNumber = isOrganization ? undefined : second;
  // Where there is room for one pane, the last that was chosen.
  const front = issueNumber ? 'issue' : first || isOrganization ? 'list' : 'tree';
  const pane = (name: typeof front) => `pane ${name === front ? 'front' : ''}`;
  return (
    <div class="panes">
      <nav class={`tree ${pane('tree')}`} aria-label="Organizations and projects">
        <div class="line">
          <h2>Data</h2>
          <Button look="quiet" onClick={() => exportWorld(panel)} title="Download all records as a world file">
            Export world
          </Button>
        </div>
        <ProjectTree organizations={organizations} projects={projects} selected={isOrganization ? second : projectId} />
      </nav>
      {isOrganization && (
        <section class={pane('list')} aria-label="Organization">
          {organization ? (
            <OrganizationDetail key={organization.id} organization={organization} />
          ) : (
            <Empty title={`There is no organization ${second}`} />
          )}
        </section>
      )}
      {projectId !== undefined && (
        <section class={pane('list')} aria-label="Issues">
          {project ? (
            <IssueList key={projectId} project={project} selected={issueNumber} />
          ) : (
            <Empty title={`There is no project ${projectId}`}>
              <p>It may have been deleted, or the mock has other records now.</p>
            </Empty>
          )}
        </section>
      )}
      {project && issueNumber && (
        <section class={`chosen ${pane('issue')}`} aria-label="Issue">
          <ErrorBoundary what={`Issue #${issueNumber}`} resetKey={[project.id, issueNumber, part].join('/')}>
            <IssueDetail key={`${project.id} ${issueNumber}`} project={project} issueNumber={issueNumber} part={part} />
          </ErrorBoundary>
        </section>
      )}
    </div>
  );
}
