/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { Priority, StatusBadge } from '../../parts/badges.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { dateText } from '../../parts/times.ts';
import { usePanel } from '../../state/panel.ts';
import type { Issue } from '../../state/read-record.ts';
import { placeOf } from './places.ts';

interface IssueRowProps {
  issue: Issue;
  /** The text of the search. */
  searched: string;
  isSelected: boolean;
}

/** A line of the list of issues. */
export function IssueRow({ issue, searched, isSelected }: IssueRowProps) {
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
