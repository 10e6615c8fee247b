/** @jsxImportSource preact */
import { settableStatuses } from '@issue-tracking/model';
import { StatusBadge } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Select } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { dateText } from '../../parts/times.ts';
import { useRovingFocus } from '../../parts/use-roving-focus.ts';
import { usePanel } from '../../state/panel.ts';
import {
  capturedLists,
  capturedSingles,
  type Issue,
  type Organization,
  type Project,
  type RawRecord,
  readComment,
  readIssue,
} from '../../state/read-record.ts';
import { useLive, useRecords } from '../../state/use-live.ts';
import type { Found } from '../../transport/responses.ts';
import { Captured, partOf, titleOf } from './captured.tsx';
import { Comments } from './comments.tsx';
import { IssueRequests } from './issue-requests.tsx';

interface IssueDetailProps {
  projectId: string;
  issueNumber: number;
  part: string;
  project: Project | undefined;
  organization: Organization | undefined;
}

/** One issue with its captured data, and the actions of users. */
export function IssueDetail({ projectId, issueNumber, part, project, organization }: IssueDetailProps) {
  const panel = usePanel();
  const roving = useRovingFocus<HTMLElement>();
  const where = { projectId, issueNumber };
  const { data, error } = useLive<Found<RawRecord>>(['world.issues.find', { where }], 'records');
  const { data: comments } = useRecords('comments', readComment, where);
  const raw = data?.data[0];
  if (!raw) {
    return <Empty title={error ?? (data ? `No issue #${issueNumber} in ${projectId}` : 'Reading the issue…')} />;
  }
  const issue = readIssue(raw);
  const place = `data/${encodeURIComponent(projectId)}/${issueNumber}`;
  const parts = [
    ['overview', 'Overview', undefined],
    ['comments', 'Comments', comments?.length],
    ...capturedLists.map((name) => [partOf[name], titleOf(name), issue[name].length] as const),
    ...capturedSingles.map((name) => [partOf[name], titleOf(name), undefined] as const),
    ['requests', 'Requests', undefined],
  ] as const;

  return (
    <article class="detail">
      <header class="detail-head">
        <p class="crumbs">
          <Button
            look="quiet"
            class="narrow"
            aria-label="Back to the issues"
            onClick={() => panel.go(`data/${encodeURIComponent(projectId)}`)}
          >
            <Icon name="back" />
          </Button>
          <span dir="auto">{organization?.name}</span>
          <a
            href={`#/data/${projectId}`}
            onClick={(event) => {
              event.preventDefault();
              panel.go(`data/${encodeURIComponent(projectId)}`);
            }}
          >
            <bdi>{project?.name ?? projectId}</bdi>
          </a>
          <span class="figure">#{issue.issueNumber}</span>
        </p>
        <h2 dir="auto">{issue.title}</h2>
        <p class="facts">
          <StatusBadge status={issue.status} />
          <span class={`priority ${issue.priority}`}>{issue.priority}</span>
          <span class="soft figure">updated {dateText(issue.updatedAt)}</span>
        </p>
        <IssueActions issue={issue} place={place} />
      </header>
      <nav class="tabs" aria-label="Parts of the issue" {...roving}>
        {parts.map(([name, text, count]) => (
          <a
            key={name}
            href={`#/${place}/${name}`}
            aria-current={name === part ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault();
              panel.go(`${place}/${name}`);
            }}
          >
            {text} {count !== undefined && <span class="count">{count}</span>}
          </a>
        ))}
      </nav>
      {part === 'comments' ? (
        <Comments issue={issue} comments={comments ?? []} />
      ) : part === 'requests' ? (
        <IssueRequests issue={issue} />
      ) : (
        <Captured issue={issue} part={part} />
      )}
    </article>
  );
}

const statuses = settableStatuses.map((value) => ({
  value,
  text: value.replace('_', ' '),
}));

/** Actions of a user of the service. */
function IssueActions({ issue, place }: { issue: Issue; place: string }) {
  const panel = usePanel();
  const { projectId, issueNumber, status } = issue;
  const where = { projectId, issueNumber };
  const set = (to: string, label = `is ${to.replace('_', ' ')}`) =>
    panel.change(`#${issueNumber} ${label}`, ['world.issues.update', { where, changes: { status: to } }]);
  async function remove() {
    const isConfirmed = await panel.confirm({
      title: `Delete #${issueNumber}?`,
      loss: 'Its comments and all that was captured with it are lost.',
      action: 'Delete',
    });
    if (isConfirmed && (await panel.change(`#${issueNumber} deleted`, ['world.issues.delete', { where }])))
      panel.go(`data/${encodeURIComponent(projectId)}`);
  }
  const current = statuses.some(({ value }) => value === status)
    ? statuses
    : [{ value: status, text: status }, ...statuses];
  return (
    <div class="detail-actions">
      <Button disabled={status === 'verified'} onClick={() => set('verified', 'verified')}>
        Verify
      </Button>
      <Button disabled={status === 'closed'} onClick={() => set('closed', 'closed')}>
        Publish report
      </Button>
      <Button onClick={() => panel.go(`${place}/comments`)}>Comment</Button>
      <Button onClick={remove}>Delete</Button>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is in Select */}
      <label class="inline-label">
        <span class="soft">Status</span>
        <Select value={status} options={current} onChange={(to) => set(to)} />
      </label>
    </div>
  );
}
