/** @jsxImportSource preact */
import { settableStatuses } from '@issue-tracking/model';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BackButton } from '../../parts/back-button.tsx';
import { Priority, StatusBadge } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Select } from '../../parts/field.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { dateText } from '../../parts/times.ts';
import { useRovingFocus } from '../../parts/use-roving-focus.ts';
import { usePanel } from '../../state/panel.ts';
import {
  capturedLists,
  capturedSingles,
  type Issue,
  type Project,
  type RawRecord,
  readComment,
  readIssue,
} from '../../state/read-record.ts';
import { useLive, useRecords } from '../../state/use-live.ts';
import type { Found } from '../../transport/responses.ts';
import { Captured } from './captured.tsx';
import { Comments } from './comments.tsx';
import { EditIssue } from './edit-issue.tsx';
import { IssueRequests } from './issue-requests.tsx';
import { partOf, titleOf } from './parts.ts';
import { placeOf } from './places.ts';

interface IssueDetailProps {
  project: Project;
  /** As in the address. */
  issueNumber: string;
  part: string;
}

/** One issue with its captured data, and the actions of users. */
export function IssueDetail({ project, issueNumber, part }: IssueDetailProps) {
  const panel = usePanel();
  const roving = useRovingFocus<HTMLElement>();
  const commentField = useRef<HTMLTextAreaElement>(null);
  const wantsComment = useRef(false);
  const [, rerender] = useState({});
  const [isEdited, setEdited] = useState(false);
  const where = { projectId: project.id, issueNumber: Number(issueNumber) };
  const isNumber = /^\d+$/.test(issueNumber);
  const { data, error } = useLive<Found<RawRecord>>(isNumber ? ['world.issues.find', { where }] : null, 'records');
  const { data: comments } = useRecords('comments', readComment, where);

  // The field may come with this rendering, or be there already.
  useEffect(() => {
    if (!wantsComment.current || !commentField.current) return;
    wantsComment.current = false;
    commentField.current.focus();
  });

  const raw = data?.data[0];
  if (!raw) {
    if (!isNumber || data) return <Empty title={`There is no issue #${issueNumber} in ${project.name}`} />;
    return <Empty title={error ?? 'Reading the issue…'} />;
  }
  const issue = readIssue(raw);
  const place = (of?: string) => placeOf(project.id, issueNumber, of);
  const parts = [
    ['overview', 'Overview', undefined],
    ['comments', 'Comments', comments?.length],
    ...capturedLists.map((name) => [partOf[name], titleOf(name), issue[name].length] as const),
    ...capturedSingles.map((name) => [partOf[name], titleOf(name), undefined] as const),
    ['requests', 'Requests', undefined],
    ['edit', isEdited ? 'Edit, not saved' : 'Edit', undefined],
  ] as const;
  function comment() {
    wantsComment.current = true;
    panel.go(place('comments'));
    rerender({});
  }

  return (
    <article class="detail stack">
      <header class="detail-head stack">
        <p class="line soft">
          <BackButton to="the issues" onClick={() => panel.go(placeOf(project.id))} />
          <PlaceLink to={placeOf(project.id)}>
            <bdi>{project.name}</bdi>
          </PlaceLink>
          <span class="figure">#{issue.issueNumber}</span>
        </p>
        <h2 dir="auto">{issue.title}</h2>
        <p class="facts line">
          <StatusBadge status={issue.status} />
          <Priority priority={issue.priority} />
          <span class="soft figure">updated {dateText(issue.updatedAt)}</span>
        </p>
        <IssueActions issue={issue} onComment={comment} />
      </header>
      <nav class="tabs line" aria-label="Parts of the issue" {...roving}>
        {parts.map(([name, text, count]) => (
          <PlaceLink key={name} to={place(name)} isCurrent={name === part}>
            {text} {count !== undefined && <span class="soft figure">{count}</span>}
          </PlaceLink>
        ))}
      </nav>
      {part === 'comments' ? (
        <Comments issue={issue} comments={comments ?? []} field={commentField} />
      ) : part === 'requests' ? (
        <IssueRequests issue={issue} />
      ) : part === 'edit' ? null : (
        <Captured issue={issue} part={part} />
      )}
      {(part === 'edit' || isEdited) && (
        // The form stays on the page, hidden: edits that are not saved outlive a look at another part.
        <div class="edit" hidden={part !== 'edit'} onInput={() => setEdited(true)}>
          <EditIssue
            raw={raw}
            onSaved={() => {
              setEdited(false);
              panel.go(place());
            }}
          />
        </div>
      )}
    </article>
  );
}

const statuses = settableStatuses.map((value) => ({
  value,
  text: value.replaceAll('_', ' '),
}));

/** Actions of a user of the service. */
function IssueActions({ issue, onComment }: { issue: Issue; onComment: () => void }) {
  const panel = usePanel();
  const { projectId, issueNumber, status } = issue;
  const where = { projectId, issueNumber };
  const set = (to: string) =>
    panel.change(`#${issueNumber} is ${to.replaceAll('_', ' ')}`, [
      'world.issues.update',
      { where, changes: { status: to } },
    ]);
  async function remove() {
    if (await panel.change(`#${issueNumber} deleted`, ['world.issues.delete', { where }])) panel.go(placeOf(projectId));
  }
  const current = statuses.some(({ value }) => value === status)
    ? statuses
    : [{ value: status, text: status }, ...statuses];
  return (
    <div class="detail-actions line">
      <Button disabled={status === 'verified'} onClick={() => set('verified')}>
        Verify
      </Button>
      <Button disabled={status === 'closed'} onClick={() => set('closed')}>
        Publish report
      </Button>
      <Button onClick={onComment}>Comment</Button>
      <Button onClick={remove}>Delete</Button>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is in Select */}
      <label class="line">
        <span class="soft">Status</span>
        <Select value={status} options={current} onChange={(to) => set(to)} />
      </label>
    </div>
  );
}
