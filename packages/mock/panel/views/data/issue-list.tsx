/** @jsxImportSource preact */
import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Priority, StatusBadge } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Select } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { dateText } from '../../parts/times.ts';
import { useRovingFocus } from '../../parts/use-roving-focus.ts';
import { usePanel } from '../../state/panel.ts';
import { type Issue, type Project, type RawRecord, readIssue } from '../../state/read-record.ts';
import { useLive } from '../../state/use-live.ts';
import type { Found } from '../../transport/responses.ts';
import { organizationPlace, placeOf } from './places.ts';

interface IssueListProps {
  project: Project;
  selected: string | undefined;
}

/** Number of issues that are added to the list at a time. */
const step = 100;

const columns = [
  ['issueNumber', '#'],
  ['title', 'Title'],
  ['status', 'Status'],
  ['priority', 'Priority'],
  ['updatedAt', 'Updated'],
] as const;

interface Order {
  readonly member: (typeof columns)[number][0];
  readonly direction: 'asc' | 'desc';
}

/** The issues of a project, a line each. A number in the search opens that issue, wherever it is in the list. */
export function IssueList({ project: { id: projectId, name, organizationId }, selected }: IssueListProps) {
  const panel = usePanel();
  const roving = useRovingFocus<HTMLTableSectionElement>();
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');
  const [priority, setPriority] = useState('');
  const [order, setOrder] = useState<Order>({ member: 'issueNumber', direction: 'asc' });
  const [take, setTake] = useState(step);
  const number = /^#?(\d+)$/.exec(text.trim())?.[1];
  const { data, error } = useLive<Found<RawRecord>>(
    [
      'world.issues.find',
      {
        where: { projectId, ...(status && { status }), ...(priority && { priority }) },
        contains: text,
        orderBy: { [order.member]: order.direction },
        take,
      },
    ],
    'records',
  );
  const isFiltered = text !== '' || status !== '' || priority !== '';
  const total = data?.total ?? 0;

  async function create() {
    const made = await panel.change<{ issueNumber: number }>('Issue created', ['world.issues.create', { projectId }]);
    if (made) panel.go(placeOf(projectId, made.issueNumber, 'edit'));
  }

  return (
    <>
      <div class="line">
        <Button look="quiet" class="narrow" aria-label="Back to the projects" onClick={() => panel.go('data')}>
          <Icon name="back" />
        </Button>
        <h2 dir="auto">{name}</h2>
        <span class="soft figure">{data ? `${total} issues` : ''}</span>
        <PlaceLink to={organizationPlace(organizationId)}>Keys and users</PlaceLink>
        <Button onClick={create}>New issue</Button>
      </div>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          if (number) panel.go(placeOf(projectId, number));
        }}
      >
        <input
          type="search"
          aria-label="Search the issues, or open one by its number"
          placeholder="Search, or #33 and Enter"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Select label="Status" value={status} options={optionsOf('Any status', issueStatuses)} onChange={setStatus} />
        <Select
          label="Priority"
          value={priority}
          options={optionsOf('Any priority', issuePriorities)}
          onChange={setPriority}
        />
        {number && <Button type="submit">Open #{number}</Button>}
      </form>
      {data && total > 0 ? (
        <table class="issues" aria-label={`Issues of ${name}`}>
          <thead>
            <tr>
              {columns.map(([member, head]) => (
                <SortableHead key={member} member={member} head={head} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody {...roving}>
            {data.data.map(readIssue).map((issue) => (
              <Row
                key={issue.issueNumber}
                issue={issue}
                searched={text}
                isSelected={String(issue.issueNumber) === selected}
              />
            ))}
          </tbody>
        </table>
      ) : (
        <Empty title={error ?? (data ? (isFiltered ? 'No issue matches' : 'No issues yet') : 'Reading the issues…')}>
          {data && !isFiltered && <Button onClick={create}>Create the first one</Button>}
        </Empty>
      )}
      <ShowMore step={step} shown={data?.data.length ?? 0} total={total} onMore={() => setTake(take + step)} />
    </>
  );
}

interface SortableHeadProps extends Pick<Order, 'member'> {
  head: string;
  order: Order;
  onOrder: (order: Order) => void;
}

function SortableHead({ member, head, order, onOrder }: SortableHeadProps) {
  const isOrder = order.member === member;
  const isAscending = isOrder && order.direction === 'asc';
  return (
    <th scope="col" aria-sort={isOrder ? (isAscending ? 'ascending' : 'descending') : 'none'}>
      <button type="button" class="quiet" onClick={() => onOrder({ member, direction: isAscending ? 'desc' : 'asc' })}>
        {head}
        <span aria-hidden="true">{isOrder ? (isAscending ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  );
}

function optionsOf(all: string, values: readonly string[]) {
  return [{ value: '', text: all }, ...values.map((value) => ({ value, text: value.replaceAll('_', ' ') }))];
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

function Row({ issue, searched, isSelected }: { issue: Issue; searched: string; isSelected: boolean }) {
  const panel = usePanel();
  const row = useRef<HTMLTableRowElement>(null);
  const { projectId, issueNumber, title, status, priority, labels, updatedAt } = issue;
  const place = placeOf(projectId, issueNumber);
  const match = matchIn(issue, searched);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <tr ref={row} class={isSelected ? 'selected' : undefined} onClick={() => panel.go(place)}>
      <td class="figure soft">#{issueNumber}</td>
      <td class="title">
        <PlaceLink to={place} isCurrent={isSelected}>
          <bdi>{title || `Issue ${issueNumber}`}</bdi>
        </PlaceLink>{' '}
        {labels.map((label, index) => (
          <bdi key={index} class="badge">
            {label}
          </bdi>
        ))}
        {match !== undefined && <bdi class="match soft">{match}</bdi>}
      </td>
      <td>
        <StatusBadge status={status} />
      </td>
      <td>
        <Priority priority={priority} />
      </td>
      <td class="figure soft">{dateText(updatedAt).slice(0, 16)}</td>
    </tr>
  );
}
