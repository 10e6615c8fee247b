/** @jsxImportSource preact */
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { Organization, Page, Project } from '../../transport/answers.ts';
import { exportWorld } from './export-world.ts';
import { IssueDetail } from './issue-detail.tsx';
import { IssueList } from './issue-list.tsx';

/** Organization → project → issue → what was captured with it; each leads back to the one before. */
export function Data({ path: [projectId, issueNumber, part] }: { path: readonly string[] }) {
  const panel = usePanel();
  const { data: organizations } = useLive<Page<Organization>>('records/organizations?limit=100', 'records');
  const { data: projects, error } = useLive<Page<Project>>('records/projects?limit=100', 'records');
  const project = projects?.data.find(({ id }) => id === projectId);
  const depth = issueNumber ? 'issue' : projectId ? 'project' : 'all';
  return (
    <div class={`thirds depth-${depth}`}>
      <nav class="pane tree" aria-label="Organizations and projects">
        <div class="toolbar">
          <h2>Data</h2>
          <Button look="quiet" onClick={() => exportWorld(panel)} title="Everything there is, as a world file">
            Export world
          </Button>
        </div>
        {!projects && <Empty title={error ?? 'Reading the records…'} />}
        {organizations?.data.map((organization) => (
          <section key={organization.id} aria-label={organization.name}>
            <h3>
              <bdi>{organization.name}</bdi> {!organization.active && <span class="soft">inactive</span>}
            </h3>
            <ul>
              {projects?.data
                .filter((one) => one.organizationId === organization.id)
                .map((one) => (
                  <li key={one.id}>
                    <a
                      href={`#/data/${one.id}`}
                      aria-current={one.id === projectId ? 'true' : undefined}
                      onClick={(event) => {
                        event.preventDefault();
                        panel.go(`data/${encodeURIComponent(one.id)}`);
                      }}
                    >
                      <bdi>{one.name}</bdi> <code>{one.id}</code>
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <section class="pane" aria-label="Issues">
        {projectId ? (
          <IssueList key={projectId} projectId={projectId} name={project?.name ?? projectId} selected={issueNumber} />
        ) : (
          <Empty title="No project selected">
            <p>Choose one, and its issues are listed here.</p>
          </Empty>
        )}
      </section>
      <section class="pane" aria-label="Issue">
        {projectId && issueNumber ? (
          <IssueDetail
            key={`${projectId} ${issueNumber}`}
            projectId={projectId}
            issueNumber={Number(issueNumber)}
            part={part ?? 'overview'}
            project={project}
            organization={organizations?.data.find(({ id }) => id === project?.organizationId)}
          />
        ) : (
          <Empty title="No issue selected">
            <p>Choose one to see what was captured with it, and what people have done.</p>
          </Empty>
        )}
      </section>
    </div>
  );
}
