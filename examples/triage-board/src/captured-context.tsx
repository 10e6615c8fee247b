import type { Issue, IssueContext, Screenshot } from '@issue-tracking/sdk';
import { type ReactNode, useState } from 'react';
import { dayText, timeText } from './texts.ts';

/** The fields of an issue, and all data that the browser extension captured with it. */
export function CapturedContext({ context }: { context: IssueContext }) {
  const { issue, screenshots, userActions, consoleLogs, networkLogs, techContext } = context;
  return (
    <>
      <Facts issue={issue} />
      {screenshots.map((screenshot) => (
        <Picture key={screenshot.id} {...screenshot} />
      ))}
      <Entries
        title="What happened"
        entries={userActions.map(({ type, target, text, timestamp }) => ({
          timestamp,
          name: type,
          code: target,
          text: text && `“${text}”`,
        }))}
      />
      <Entries
        title="Console"
        entries={consoleLogs.map(({ level, message, source, timestamp }) => ({
          timestamp,
          name: level,
          code: source,
          text: message,
          level,
        }))}
      />
      <Entries
        title="Network"
        entries={networkLogs.map(({ method, url, status, timestamp }) => ({
          timestamp,
          name: `${method} ${status}`,
          code: url,
          level: status >= 400 ? 'error' : 'info',
        }))}
      />
      <Entries
        title="Components"
        entries={(techContext?.reactComponentTree ?? []).map((path) => ({ code: path.replaceAll('>', ' › ') }))}
      />
    </>
  );
}

function Facts({ issue }: { issue: Issue }) {
  const facts: Record<string, ReactNode> = {
    'Reported by': issue.reporterName,
    'Assigned to': issue.assigneeName || 'Nobody',
    Reported: dayText(issue.createdAt),
    Labels: issue.labels.join(', '),
    Page: (
      <a href={issue.pageUrl} rel="noreferrer" target="_blank">
        {issue.pageUrl}
      </a>
    ),
    'Seen in': `${issue.browserInfo}, ${issue.osInfo}, ${issue.viewportSize}`,
  };
  return (
    <>
      {issue.description && (
        <p className="description" dir="auto">
          {issue.description}
        </p>
      )}
      <dl className="facts">
        {Object.entries(facts).map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

function Picture({ url, width, height, createdAt }: Screenshot) {
  const [isMissing, setIsMissing] = useState(false);
  const caption = `${width} × ${height}, ${dayText(createdAt)}`;
  // The file host may be out of reach or have deleted it: say so rather than show a broken picture.
  if (isMissing) return <p className="small">The screenshot of {caption} cannot be shown.</p>;
  return (
    <figure>
      <img src={url} width={width} height={height} alt={`Screenshot, ${caption}`} onError={() => setIsMissing(true)} />
      <figcaption className="small">{caption}</figcaption>
    </figure>
  );
}

interface Entry {
  timestamp?: string;
  name?: string;
  text?: string | undefined;
  code: string;
  level?: string;
}

/** Entries under a title with their number; open if there are any. */
function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <details className="captured" open={entries.length > 0}>
      <summary>
        {title} <span className="count">{entries.length}</span>
      </summary>
      <ul>
        {entries.map(({ timestamp, name, text, code, level }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: captured once, they never change
          <li key={index} className="entry" data-level={level}>
            {timestamp && <time dateTime={timestamp}>{timeText(timestamp)}</time>}
            <span>
              <b>{name}</b> <bdi>{text}</bdi> <code>{code}</code>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
