/** @jsxImportSource preact */
import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import { useMemo, useState } from 'preact/hooks';
import { StatusBadge } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Select } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { usePanel } from '../../state/panel.ts';
import { type Issue, type RawRecord, readIssue } from '../../state/read-record.ts';
import { useLive } from '../../state/use-live.ts';
import type { Found } from '../../transport/responses.ts';
import { NewIssue } from './new-issue.tsx';

interface IssueListProps {
  projectId: string;
  name: string;
  selected: string | undefined;
}

/** Number of issues on a page of the list. */
const pageSize = 100;

export function IssueList({ projectId, name, selected }: IssueListProps) {
  const panel = usePanel();
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');
  const [priority, setPriority] = useState('');
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const where = { projectId, ...(status && { status }), ...(priority && { priority }) };
  const { data, error } = useLive<Found<RawRecord>>(
    ['world.issues.find', { where, contains: text, skip: (page - 1) * pageSize, take: pageSize }],
    'records',
  );
  const totalPages = Math.ceil((data?.total ?? 0) / pageSize);
  const isFiltered = text !== '' || status !== '' || priority !== '';
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
        <div class="filters">
          <Select
            label="Status"
            value={status}
            options={optionsOf('Any status', issueStatuses)}
            onChange={(value) => {
              setStatus(value);
              setPage(1);
            }}
          />
          <Select
            label="Priority"
            value={priority}
            options={optionsOf('Any priority', issuePriorities)}
            onChange={(value) => {
              setPriority(value);
              setPage(1);
            }}
          />
        </div>
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
          {(issue) => <Row issue={issue} searched={text} />}
        </VirtualList>
      ) : (
        <Empty title={error ?? (data ? (isFiltered ? 'No issue matches' : 'No issues yet') : 'Reading the issues…')}>
          {data && !isFiltered && <Button onClick={() => setCreating(true)}>Create the first one</Button>}
        </Empty>
      )}
      {totalPages > 1 && (
        <div class="pager">
          <Button look="quiet" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span class="figure">
            {page} of {totalPages}
          </span>
          <Button look="quiet" disabled={page >= totalPages} onClick={() => setPage(page + 1)}>
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

function optionsOf(all: string, values: readonly string[]) {
  return [{ value: '', text: all }, ...values.map((value) => ({ value, text: value.replace('_', ' ') }))];
}

/** Number of characters before the found text. */
const contextLength = 24;

/** Returns the part of an issue that a search found, unless the row shows it anyway. */
function matchIn(issue: Issue, searched: string): string | undefined {
  const wanted = searched.toLowerCase();
  const shown = [issue.title, issue.status, issue.priority, ...issue.labels].join('\n').toLowerCase();
  if (wanted === '' || shown.includes(wanted)) return undefined;
  const found = [issue.description, issue.pageUrl, issue.reporterName, issue.assigneeName, ...issue.assignees].find(
    (each) => each.toLowerCase().includes(wanted),
  );
  if (found === undefined) return 'found in the captured data';
  const at = found.toLowerCase().indexOf(wanted);
  return `${at > contextLength ? '…' : ''}${found.slice(Math.max(0, at - contextLength), at + 80)}`;
}

function Row({ issue, searched }: { issue: Issue; searched: string }) {
  const { issueNumber, title, status, priority, labels } = issue;
  const match = matchIn(issue, searched);
  return (
    <span class="issue-row">
      <span class="issue-number">#{issueNumber}</span>
      <span class="issue-title" dir="auto">
        {title}
      </span>
      <span class="issue-facts">
        <StatusBadge status={status} />
        <span class={`priority ${priority}`}>{priority}</span>
        {match !== undefined && <bdi class="match">{match}</bdi>}
        {labels.map((label, index) => (
          <bdi key={index} class="label">
            {label}
          </bdi>
        ))}
      </span>
    </span>
  );
}
