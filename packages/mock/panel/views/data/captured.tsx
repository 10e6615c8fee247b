/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Badge, Status } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pairs } from '../../parts/pairs.tsx';
import { dateText, timeOfDay } from '../../parts/times.ts';
import type { Issue } from '../../transport/answers.ts';

/** What was captured with an issue, each part in a form of its own. */
export function Captured({ issue, part }: { issue: Issue; part: string }) {
  if (part === 'console') {
    return (
      <Entries items={issue.consoleLogs} none="No console messages">
        {({ level, message, source, timestamp }) => (
          <>
            <span class="figure soft">{time(timestamp)}</span>
            <Badge text={level} tone={`level-${level}`} />
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
            <Status status={status || undefined} />
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
        {({ type, target, text, timestamp }) => (
          <>
            <span class="figure soft">{time(timestamp)}</span>
            <Badge text={type} />
            <span class="entry-text">
              <bdi>{text}</bdi> {target && <code class="soft">{target}</code>}
            </span>
          </>
        )}
      </Entries>
    );
  }
  if (part === 'screenshots') return <Screenshots screenshots={issue.screenshots} />;
  if (part === 'environment') return <Environment context={issue.techContext} />;
  return <Overview issue={issue} />;
}

function time(timestamp: string | undefined): string {
  const at = Date.parse(timestamp ?? '');
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
        // They have no ids, and none is moved.
        <li key={index}>{children(item)}</li>
      ))}
    </ol>
  );
}

function Screenshots({ screenshots }: { screenshots: Issue['screenshots'] }) {
  if (screenshots.length === 0) return <Empty title="No screenshots were captured" />;
  return (
    <ul class="part shots">
      {screenshots.map(({ id, url, width, height }) => (
        <li key={id}>
          {/* Only what is in the address itself: the panel loads nothing from elsewhere. */}
          {url.startsWith('data:image/') ? (
            <img src={url} width={width} height={height} alt={`Screenshot ${id}`} loading="lazy" />
          ) : /^https?:\/\//i.test(url) ? (
            <a href={url} target="_blank" rel="noreferrer">
              <code>{url}</code>
            </a>
          ) : (
            <code>{url}</code>
          )}
          <span class="soft figure">
            {width} × {height}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Environment({ context }: { context: Issue['techContext'] }) {
  const { browserInfo, osInfo, viewportSize, cssSelector, elementStyles, reactComponentTree } = context ?? {};
  const pairs = [
    ['Browser', [browserInfo?.name, browserInfo?.version].filter(Boolean).join(' ')],
    ['System', [osInfo?.name, osInfo?.version].filter(Boolean).join(' ')],
    ['Viewport', viewportSize ? `${viewportSize.width} × ${viewportSize.height}` : ''],
    ['Element', cssSelector ?? ''],
    ['Components', (reactComponentTree ?? []).join(' › ')],
    ...Object.entries(elementStyles ?? {}).map(([name, value]) => [name, String(value)] as const),
  ] as const;
  return (
    <div class="part">
      <Pairs pairs={pairs.filter(([, value]) => value !== '')} />
    </div>
  );
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
    ['Script errors', String(issue.jsErrorCount)],
    ['Id', issue.id],
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
