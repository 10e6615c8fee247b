/** @jsxImportSource preact */
import type { CapturedName } from '@issue-tracking/model';
import type { ComponentChildren } from 'preact';
import { Badge, Status } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pairs } from '../../parts/pairs.tsx';
import { dateText, timeOfDay } from '../../parts/times.ts';
import { capturedLists, capturedNames, capturedSingles, type Issue, text } from '../../state/read-record.ts';

/** The last segment of the address of each captured part. */
export const partOf = {
  ...(Object.fromEntries(capturedNames.map((name) => [name, name])) as Record<CapturedName, string>),
  consoleLogs: 'console',
  networkLogs: 'network',
  userActions: 'actions',
  techContext: 'environment',
};

/** Returns the heading of a part: `jsErrors` is `Js errors`. */
export function titleOf(name: CapturedName): string {
  const words = partOf[name].replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One part of the data captured with an issue. */
export function Captured({ issue, part }: { issue: Issue; part: string }) {
  if (part === 'console') {
    return (
      <Entries items={issue.consoleLogs} none="No console messages">
        {({ level, message, source, timestamp }) => (
          <>
            <span class="figure soft">{time(timestamp)}</span>
            {level && <Badge text={level} tone={`level-${level}`} />}
            <span class="entry-text">
              <bdi>{message}</bdi> {source && <code class="soft">{source}</code>}
            </span>
          </>
        )}
      </Entries>
    );
  }
  if (part === 'network') {
    return (
      <Entries items={issue.networkLogs} none="No network requests">
        {({ method, url, status, duration, timestamp }) => (
          <>
            <span class="figure soft">{time(timestamp)}</span>
            <Status status={Number(status) || undefined} />
            <span class="entry-text">
              <strong>{method}</strong> <code>{url}</code>
            </span>
            <span class="figure soft">{duration}</span>
          </>
        )}
      </Entries>
    );
  }
  if (part === 'actions') {
    return (
      <Entries items={issue.userActions} none="No user actions">
        {({ type, target, text: typed, timestamp }) => (
          <>
            <span class="figure soft">{time(timestamp)}</span>
            {type && <Badge text={type} />}
            <span class="entry-text">
              <bdi>{typed}</bdi> {target && <code class="soft">{target}</code>}
            </span>
          </>
        )}
      </Entries>
    );
  }
  if (part === 'screenshots') return <Screenshots screenshots={issue.screenshots} />;
  if (part === 'environment') return <Environment context={issue.techContext} />;
  // Parts without a view of their own.
  const list = capturedLists.find((name) => partOf[name] === part);
  if (list) {
    return (
      <Entries
        items={issue[list] as readonly Readonly<Record<string, string>>[]}
        none={`No ${titleOf(list).toLowerCase()}`}
      >
        {(entry) => <Pairs pairs={Object.entries(entry)} />}
      </Entries>
    );
  }
  const single = capturedSingles.find((name) => partOf[name] === part);
  if (single) return <Environment context={issue[single]} />;
  return <Overview issue={issue} />;
}

function time(timestamp = ''): string {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? '–' : timeOfDay(at);
}

interface EntriesProps<Item> {
  items: readonly Item[];
  none: string;
  children: (item: Item) => ComponentChildren;
}

function Entries<Item>({ items, none, children }: EntriesProps<Item>) {
  if (items.length === 0) return <Empty title={`${none} were captured`} />;
  return (
    <ol class="part entries">
      {items.map((item, index) => (
        // Entries have no ids, and their order never changes.
        <li key={index}>{children(item)}</li>
      ))}
    </ol>
  );
}

function Screenshots({ screenshots }: { screenshots: Issue['screenshots'] }) {
  if (screenshots.length === 0) return <Empty title="No screenshots were captured" />;
  return (
    <ul class="part shots">
      {screenshots.map(({ id = '', url = '', width, height }, index) => (
        <li key={index}>
          {/* The panel loads nothing from other servers. */}
          {url.startsWith('data:image/') ? (
            <img
              src={url}
              width={Number(width) || undefined}
              height={Number(height) || undefined}
              alt={`Screenshot ${id}`}
              loading="lazy"
            />
          ) : /^https?:\/\//i.test(url) ? (
            <a href={url} target="_blank" rel="noreferrer">
              <code>{url}</code>
            </a>
          ) : (
            <code>{url || 'no URL'}</code>
          )}
          {(width || height) && (
            <span class="soft figure">
              {width || '?'} × {height || '?'}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const contextTexts: Readonly<Record<string, string>> = {
  browserInfo: 'Browser',
  osInfo: 'System',
  viewportSize: 'Viewport',
  cssSelector: 'Element',
  reactComponentTree: 'Components',
};

function Environment({ context }: { context: Issue['techContext'] }) {
  const pairs = Object.entries(context)
    .flatMap(([name, value]) =>
      name === 'elementStyles' && isObject(value)
        ? Object.entries(value)
        : [[contextTexts[name] ?? name, value] as const],
    )
    .map(([name, value]) => [name, contextText(value)] as const)
    .filter(([, value]) => value !== '');
  if (pairs.length === 0) return <Empty title="No environment was captured" />;
  return (
    <div class="part">
      <Pairs pairs={pairs} />
    </div>
  );
}

function contextText(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(' › ');
  if (!isObject(value)) return text(value);
  const { name, version, width, height } = value;
  if (name !== undefined) return [name, version].map(text).filter(Boolean).join(' ');
  return width === undefined ? text(value) : `${text(width)} × ${text(height)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function Overview({ issue }: { issue: Issue }) {
  const pairs = [
    ['Page', issue.pageUrl],
    ['Reported by', issue.reporterName],
    ['Assigned to', issue.assignees.join(', ')],
    ['Labels', issue.labels.join(', ')],
    ['Browser', issue.browserInfo],
    ['System', issue.osInfo],
    ['Viewport', issue.viewportSize],
    ['Created', dateText(issue.createdAt)],
    ['Script errors', issue.jsErrorCount],
    ['Id', issue.id],
    ...issue.others,
  ].flatMap(([name, value]) => (name && value ? [[name, value] as const] : []));
  return (
    <div class="part">
      {issue.description ? (
        <p class="description" dir="auto">
          {issue.description}
        </p>
      ) : (
        <p class="soft">No description.</p>
      )}
      <Pairs pairs={pairs} />
    </div>
  );
}
