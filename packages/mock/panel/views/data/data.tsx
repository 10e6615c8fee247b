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
import { ProjectTree } from './project-tree.tsx';

/** The view of the records: organization, project, issue, captured data. */
export function Data({ path: [projectId, issueNumber, part] }: { path: readonly string[] }) {
  const panel = usePanel();
  const { data: organizations = [] } = useRecords('organizations', readOrganization);
  const { data: projects, error } = useRecords('projects', readProject);
  const project = projects?.find(({ id }) => id === projectId);
  const depth = issueNumber ? 'issue' : projectId ? 'project' : 'all';
  return (
    <div class={`thirds depth-${depth}`}>
      <nav class="pane tree" aria-label="Organizations and projects">
        <div class="toolbar">
          <h2>Data</h2>
          <Button look="quiet" onClick={() => exportWorld(panel)} title="Download all records as a world file">
            Export world
          </Button>
        </div>
        {projects ? (
          <ProjectTree organizations={organizations} projects={projects} selected={projectId} />
        ) : (
          <Empty title={error ?? 'Reading the records…'} />
        )}
      </nav>
      {projectId && (
        <section class="pane" aria-label="Issues">
          <IssueList key={projectId} projectId={projectId} name={project?.name ?? projectId} selected={issueNumber} />
        </section>
      )}
      {projectId && issueNumber && (
        <section class="pane" aria-label="Issue">
          <ErrorBoundary what={`Issue #${issueNumber}`} resetKey={[projectId, issueNumber, part].join('/')}>
            <IssueDetail
              key={`${projectId} ${issueNumber}`}
              projectId={projectId}
              issueNumber={Number(issueNumber)}
              part={part ?? 'overview'}
              project={project}
              organization={organizations.find(({ id }) => id === project?.organizationId)}
            />
          </ErrorBoundary>
        </section>
      )}
    </div>
  );
}
