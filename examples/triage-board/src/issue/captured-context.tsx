import type { IssueContext } from '@issue-tracking/sdk';
import { timeText } from '../date-text.ts';
import { EntryList } from './entry-list.tsx';

/** Shows the data that the browser extension captured with an issue, except pictures. */
export function CapturedContext({ context }: { context: IssueContext }) {
  const { userActions, consoleLogs, networkLogs, techContext } = context;
  return (
    <>
      <EntryList title="What happened" entries={userActions}>
        {({ type, target, text, timestamp }) => (
          <div className="entry">
            <Time timestamp={timestamp} />
            <span>
              <b>{type}</b> <code>{target}</code> {text && <q>{text}</q>}
            </span>
          </div>
        )}
      </EntryList>
      <EntryList title="Console" entries={consoleLogs}>
        {({ level, message, source, timestamp }) => (
          <div className="entry" data-level={level}>
            <Time timestamp={timestamp} />
            <span>
              <b>{level}</b> <bdi>{message}</bdi> <code>{source}</code>
            </span>
          </div>
        )}
      </EntryList>
      <EntryList title="Network" entries={networkLogs}>
        {({ method, url, status, timestamp }) => (
          <div className="entry" data-level={status >= 400 ? 'error' : undefined}>
            <Time timestamp={timestamp} />
            <span>
              <b>
                {method} {status}
              </b>{' '}
              <code>{url}</code>
            </span>
          </div>
        )}
      </EntryList>
      <EntryList title="Components" entries={techContext?.reactComponentTree ?? []}>
        {(path) => <code>{path.replaceAll('>', ' › ')}</code>}
      </EntryList>
    </>
  );
}

function Time({ timestamp }: { timestamp: string }) {
  return <time dateTime={timestamp}>{timeText(timestamp)}</time>;
}
