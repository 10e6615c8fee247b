/** @jsxImportSource preact */
import type { CapturedList } from '@issue-tracking/model';
import type { ComponentChildren } from 'preact';
import { Badge, Status, type Tone } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pairs } from '../../parts/pairs.tsx';
import { timeOfDay } from '../../parts/times.ts';
import { capturedLists, capturedSingles, type Issue } from '../../state/read-record.ts';
import { Environment } from './environment.tsx';
import { Overview } from './overview.tsx';
import { partOf, titleOf } from './parts.ts';
import { Screenshot } from './screenshot.tsx';

/** One part of the data captured with an issue. */
export function Captured({ issue, part }: { issue: Issue; part: string }) {
  const isPart = (name: keyof typeof partOf) => partOf[name] === part;
  const list = capturedLists.find(isPart);
  if (list) return <Entries list={list} items={issue[list]} />;
  const single = capturedSingles.find(isPart);
  return single ? <Environment context={issue[single]} /> : <Overview issue={issue} />;
}

type Entry<List extends CapturedList = CapturedList> = Issue[List][number];

const levelTones: Readonly<Record<string, Tone>> = { warn: 'warn', error: 'bad' };

/** The content of the entries of each list; another has their members by name. */
const contents: { readonly [List in CapturedList]?: (entry: Entry<List>) => ComponentChildren } = {
  consoleLogs: ({ level = '', message, source, timestamp }) => (
    <Line
      at={timestamp}
      badge={level && <Badge text={level} tone={levelTones[level]} />}
      text={message}
      code={source}
    />
  ),
  networkLogs: ({ method, url, status, duration, timestamp }) => (
    <Line at={timestamp} badge={<Status status={Number(status) || undefined} />} text={method} code={url}>
      <span class="figure soft">{duration}</span>
    </Line>
  ),
  userActions: ({ type, target, text, timestamp }) => (
    <Line at={timestamp} badge={type && <Badge text={type} />} text={text} code={target} />
  ),
  screenshots: (screenshot) => <Screenshot screenshot={screenshot} />,
};

function Entries({ list, items }: { list: CapturedList; items: readonly Entry[] }) {
  // Each list has the content of its own entries.
  const contentOf = contents[list] as ((entry: Entry) => ComponentChildren) | undefined;
  if (items.length === 0) return <Empty title={`No ${titleOf(list).toLowerCase()} were captured`} />;
  return (
    <ol class={list === 'screenshots' ? 'shots stack' : 'entries rows'}>
      {items.map((item, index) => (
        // Entries have no ids, and their order never changes.
        <li key={index}>{contentOf ? contentOf(item) : <Pairs pairs={Object.entries(item)} />}</li>
      ))}
    </ol>
  );
}

interface LineProps {
  at: string | undefined;
  badge: ComponentChildren;
  text: string | undefined;
  code: string | undefined;
  children?: ComponentChildren;
}

/** An entry on a line: when, of what kind, its text, and where. */
function Line({ at = '', badge, text, code, children }: LineProps) {
  const time = Date.parse(at);
  return (
    <>
      <span class="figure soft">{Number.isNaN(time) ? '–' : timeOfDay(time)}</span>
      {badge}
      <span class="entry-text">
        <bdi>{text}</bdi> {code && <code class="soft">{code}</code>}
      </span>
      {children}
    </>
  );
}
