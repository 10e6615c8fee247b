/** @jsxImportSource preact */
import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import { useState } from 'preact/hooks';
import { BackButton } from '../../parts/back-button.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { useRovingFocus } from '../../parts/use-roving-focus.ts';
import { usePanel } from '../../state/panel.ts';
import { type Project, type RawRecord, readIssue } from '../../state/read-record.ts';
import { useLive } from '../../state/use-live.ts';
import type { Found } from '../../transport/responses.ts';
import { IssueRow } from './issue-row.tsx';
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
  const [{ text, ...values }, setFilter] = useState<{ text: string; status?: string; priority?: string }>({ text: '' });
  const [order, setOrder] = useState<Order>({ member: 'issueNumber', direction: 'asc' });
  const [take, setTake] = useState(step);
  const number = /^#?(\d+)$/.exec(text.trim())?.[1];
  const chosen = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const { data, error } = useLive<Found<RawRecord>>(
    [
      'world.issues.find',
      {
        where: { projectId, ...chosen },
        contains: text,
        orderBy: { [order.member]: order.direction },
        take,
      },
    ],
    'records',
  );
  const isFiltered = text !== '' || Object.keys(chosen).length > 0;
  const total = data?.total ?? 0;

  async function create() {
    const made = await panel.change<{ issueNumber: number }>('Issue created', ['world.issues.create', { projectId }]);
    if (made) panel.go(placeOf(projectId, made.issueNumber, 'edit'));
  }

  return (
    <>
      <div class="line">
        <BackButton to="the projects" onClick={() => panel.go('data')} />
        <h2 dir="auto">{name}</h2>
        <span class="soft figure">{data ? `${total} issues` : ''}</span>
        <PlaceLink to={organizationPlace(organizationId)}>Keys and users</PlaceLink>
        <Button onClick={create}>New issue</Button>
      </div>
      <form
        class="line"
        onInput={({ currentTarget }) => setFilter({ text: '', ...Object.fromEntries(new FormData(currentTarget)) })}
        onSubmit={(event) => {
          event.preventDefault();
          if (!number) return;
          panel.go(placeOf(projectId, number));
          // The list shows that issue, too.
          event.currentTarget.reset();
          setFilter({ text: '' });
        }}
      >
        <input
          type="search"
          name="text"
          aria-label="Search the issues, or open one by its number"
          placeholder="Search, or #33 and Enter"
        />
        <Narrow name="status" values={issueStatuses} />
        <Narrow name="priority" values={issuePriorities} />
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
              <IssueRow
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

/** Chooses the issues with one value of a member. */
function Narrow({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <select name={name} aria-label={name.replace(/^./, (letter) => letter.toUpperCase())}>
      <option value="">Any {name}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {value.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
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
