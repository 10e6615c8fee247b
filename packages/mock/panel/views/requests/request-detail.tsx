/** @jsxImportSource preact */
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BackButton } from '../../parts/back-button.tsx';
import { Badge, Method, Status } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { spanText, timeOfDay } from '../../parts/times.ts';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { CopiedRequest, LogEntry, RequestWarning, WhyStep } from '../../transport/responses.ts';
import { placeOf, targetOf } from '../data/places.ts';
import { Exchange } from './exchange.tsx';
import { SendAgain } from './send-again.tsx';
import { Why } from './why.tsx';

const warningTexts: Record<RequestWarning['kind'], string> = {
  ignored: 'no effect',
  'no-match': 'no match',
};

interface RequestDetailProps {
  entry: LogEntry;
  /** Whether the user has opened it. Selecting it with the arrow keys only previews it. */
  isOpen: boolean;
  /** Returns to the list and keeps the selection. */
  onLeave: () => void;
  onClose: () => void;
}

export function RequestDetail({ entry, isOpen, onLeave, onClose }: RequestDetailProps) {
  const { data: steps = [] } = useLive<readonly WhyStep[]>(['why', { number: entry.number }]);
  const { data: responseHeaders } = useLive<Readonly<Record<string, string>>>([
    'requests.responseHeaders',
    { number: entry.number },
  ]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen, entry.id]);

  return (
    <article
      class="detail stack"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The drawer stays open.
        event.preventDefault();
        onLeave();
      }}
    >
      <header class="detail-head stack">
        <BackButton to="the list" onClick={onLeave} />
        <Button look="quiet" class="close" aria-label="Close" onClick={onClose}>
          <Icon name="rejected" />
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          <Method method={entry.method} />
          <span class="path">
            {/* Allow a line break before each segment. */}
            {entry.path.split(/(?=\/)/).map((segment, index) => (
              <Fragment key={index}>
                {segment}
                <wbr />
              </Fragment>
            ))}
            {entry.search && <span class="soft">?{entry.search}</span>}
          </span>
        </h2>
        <p class="facts line">
          <Status status={entry.status} />
          {entry.reason && <Badge text={entry.reason} tone={entry.reason === 'fault' ? 'fault' : undefined} />}
          {entry.error && <span>{entry.error}</span>}
          {entry.warnings?.map(({ kind, field }) => (
            <Badge key={kind + field} text={`${warningTexts[kind]}: ${field}`} tone="warn" />
          ))}
          {entry.durationMs !== undefined && <span class="figure">{spanText(entry.durationMs)}</span>}
          <span class="figure">{timeOfDay(entry.at)}</span>
          {entry.endpoint && <code>{entry.endpoint}</code>}
          {entry.credential && <code dir="auto">{entry.credential}</code>}
          {entry.faultId !== undefined && entry.reason !== 'fault' && <Badge text="a failure applied" tone="fault" />}
        </p>
        {entry.nearest && (
          <p class="badge warn">
            The API has no such path. The nearest is <code>{entry.nearest}</code>.
          </p>
        )}
        <Actions entry={entry} />
      </header>
      <Why steps={steps} />
      <Exchange entry={entry} responseHeaders={responseHeaders} />
    </article>
  );
}

function Actions({ entry }: { entry: LogEntry }) {
  const panel = usePanel();
  const target = entry.endpoint === undefined ? {} : targetOf(entry.path);
  const curl = async () => (await panel.call<CopiedRequest>('requests.curl', { number: entry.number })).text;
  const [editing, setEditing] = useState(false);

  const fail = () =>
    panel.change(`${entry.endpoint ?? entry.path} fails once with 503`, [
      'faults.add',
      {
        ...(entry.endpoint ? { endpoint: entry.endpoint } : { path: entry.path, when: 'arrival' }),
        ...target,
        status: 503,
      },
    ]);

  return (
    <div class="detail-actions line">
      <Button onClick={() => setEditing(true)}>Send again</Button>
      {editing && <SendAgain entry={entry} onClose={() => setEditing(false)} />}
      <Button onClick={fail} title="Responds with 503 to the next request to this endpoint, project and issue">
        Make this fail
      </Button>
      {panel.isServed && <CopyButton look="plain" what="curl" label="Copy as curl" text={curl} />}
      {target.projectId !== undefined && (
        <PlaceLink to={placeOf(target.projectId, target.issueNumber)}>Show in Data</PlaceLink>
      )}
    </div>
  );
}
