/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks';
import { StatusBadge } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { usePanel } from '../../state/panel.ts';
import { type Issue, type RawRecord, readIssue } from '../../state/read-record.ts';
import { useLive } from '../../state/use-live.ts';
import type { Page } from '../../transport/answers.ts';
import { NewIssue } from './new-issue.tsx';

interface IssueListProps {
  projectId: string;
  name: string;
  selected: string | undefined;
}

export function IssueList({ projectId, name, selected }: IssueListProps) {
  const panel = usePanel();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const query = new URLSearchParams({ projectId, page: String(page), limit: '100', ...(text && { q: text }) });
  const { data, error } = useLive<Page<RawRecord>>(`records/issues?${query}`, 'records');
  const issues = useMemo(() => data?.data.map(readIssue) ?? [], [data]);
  const open = (issueNumber: number) => panel.go(`data/${encodeURIComponent(projectId)}/${issueNumber}`);

  return (
    <>
      <div class="toolbar">
        <Button look="quiet" class="narrow" aria-label="Back to the projects" onClick={() => panel.go('data')}>
          <Icon name="back" />
        </Button>
        <h2 dir="auto">{name}</h2>
        <span class="soft figure">{data ? `${data.total} issues` : ''}</span>
        <Button onClick={() => setCreating(true)}>New issue</Button>
      </div>
      <div class="toolbar">
        <input
          type="search"
          aria-label="Search the issues"
          placeholder="Search titles, descriptions, labels…"
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setPage(1);
          }}
        />
      </div>
      {data && data.data.length > 0 ? (
        <VirtualList
          label={`Issues of ${name}`}
          class="issues"
          items={issues}
          keyOf={({ issueNumber }) => String(issueNumber)}
          selected={selected}
          onSelect={({ issueNumber }) => open(issueNumber)}
        >
          {(issue) => <Row issue={issue} />}
        </VirtualList>
      ) : (
        <Empty title={error ?? (data ? (text ? 'No issue has this text' : 'No issue yet') : 'Reading the issues…')}>
          {data && !text && <Button onClick={() => setCreating(true)}>Create the first one</Button>}
        </Empty>
      )}
      {data && data.totalPages > 1 && (
        <div class="pager">
          <Button look="quiet" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Before
          </Button>
          <span class="figure">
            {page} of {data.totalPages}
          </span>
          <Button look="quiet" disabled={page >= data.totalPages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
      {isCreating && (
        <NewIssue
          projectId={projectId}
          onClose={() => setCreating(false)}
          onCreated={(issueNumber) => {
            setCreating(false);
            open(issueNumber);
          }}
        />
      )}
    </>
  );
}

function Row({ issue: { issueNumber, title, status, priority, labels } }: { issue: Issue }) {
  return (
    <span class="issue-row">
      <span class="issue-number">#{issueNumber}</span>
      <span class="issue-title" dir="auto">
        {title}
      </span>
      <span class="issue-facts">
        <StatusBadge status={status} />
        <span class={`priority ${priority}`}>{priority}</span>
        {labels.map((label, index) => (
          <bdi key={index} class="label">
            {label}
          </bdi>
        ))}
      </span>
    </span>
  );
}
