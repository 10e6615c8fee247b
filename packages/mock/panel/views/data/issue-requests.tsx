/** @jsxImportSource preact */
import { Method, Status } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { timeOfDay } from '../../parts/times.ts';
import { usePanel } from '../../state/panel.ts';
import type { Issue } from '../../state/read-record.ts';

/** The requests for an issue. */
export function IssueRequests({ issue: { projectId, issueNumber } }: { issue: Issue }) {
  const panel = usePanel();
  const below = `/projects/${encodeURIComponent(projectId)}/issues/${issueNumber}`;
  const entries = panel.requests.entries.value.filter(({ path }) => path.endsWith(below) || path.includes(`${below}/`));
  if (entries.length === 0) {
    return (
      <Empty title="No requests for this issue">
        <p>They appear here as they arrive.</p>
      </Empty>
    );
  }
  return (
    <ul class="rows box">
      {entries.slice(0, 100).map(({ id, at, method, path, status }) => (
        <li key={id} class="line padded">
          <span class="main">
            <PlaceLink to={`requests/${id}`}>
              <Method method={method} /> <code>{path.slice(path.indexOf('/issues/'))}</code>
            </PlaceLink>
          </span>
          <Status status={status} />
          <span class="soft figure">{timeOfDay(at)}</span>
        </li>
      ))}
    </ul>
  );
}
