/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import type { RequestEntry, WhyStep } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { spanText, timeOfDay } from '../parts/times.ts';
import { nameOf, useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { EndpointText, StatusText } from '../timeline/row.tsx';
import { targetOf } from '../timeline/words.ts';
import { EditAndSend } from './edit-and-send.tsx';
import { RequestMessage, ResponseMessage } from './exchange.tsx';
import { CopyAs, FailNext } from './menus.tsx';
import { Remedies, Sentence } from './sentence.tsx';
import { Steps } from './steps.tsx';

const noSteps: readonly WhyStep[] = [];

/** A request: why it got its response, what to do about it, and both messages. */
export function RequestView({ entry }: { entry: RequestEntry }) {
  const panel = usePanel();
  const steps = useLive('why', { number: entry.number }) ?? noSteps;
  const [isEditing, setEditing] = useState(false);
  const article = useRef<HTMLElement>(null);

  /** The list has the focus again; where it was not there, it comes back. */
  function leave() {
    const root = article.current?.getRootNode() as ParentNode | undefined;
    const rowOf = () => root?.querySelector<HTMLElement>('.list [data-main][tabindex="0"]');
    if (rowOf()?.offsetParent) return rowOf()?.focus();
    panel.go('requests', panel.query);
    requestAnimationFrame(() => rowOf()?.focus());
  }

  return (
    <article
      ref={article}
      class="request"
      aria-label={`Request ${entry.number}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // The drawer stays open.
        event.preventDefault();
        leave();
      }}
    >
      <div class="scroll">
        <header class="request-head">
          <Facts entry={entry} onLeave={leave} />
          <Sentence entry={entry} steps={steps} />
          {/* The room is reserved, so that nothing moves when the steps arrive. */}
          <div class="remedies line">
            {steps.length > 0 && (
              <Remedies entry={entry} steps={steps} isEditing={isEditing} onEdit={() => setEditing(!isEditing)} />
            )}
            <SetBy entry={entry} />
          </div>
          <code>
            {entry.path}
            {entry.search && <span class="soft">?{entry.search}</span>}
          </code>
        </header>
        <Steps steps={steps} />
        <div class="exchange">
          {isEditing ? (
            <EditAndSend entry={entry} onClose={() => setEditing(false)} />
          ) : (
            <RequestMessage entry={entry} />
          )}
          <ResponseMessage entry={entry} />
        </div>
      </div>
      <footer class="actions line">
        <FailNext entry={entry} />
        <CopyAs entry={entry} />
        <ShowInData entry={entry} />
      </footer>
    </article>
  );
}

function Facts({ entry, onLeave }: { entry: RequestEntry; onLeave: () => void }) {
  return (
    <div class="line facts">
      <Button look="quiet" icon="back" class="back" onClick={onLeave}>
        Timeline
      </Button>
      <StatusText entry={entry} />
      <span class="method">{entry.method}</span>
      <span class="grow">
        <EndpointText entry={entry} />
      </span>
      <time class="soft figure" title={timeOfDay(entry.at)}>
        {timeOfDay(entry.at).slice(0, 8)}
      </time>
      {entry.durationMs !== undefined && <span class="soft figure">{spanText(entry.durationMs)}</span>}
      <span class="soft" dir="auto">
        {nameOf(entry.credential) ?? 'no known key'}
      </span>
    </div>
  );
}

/** Leads to the requests that had set the old values of changed fields. */
function SetBy({ entry }: { entry: RequestEntry }) {
  const panel = usePanel();
  const numbers = new Set(entry.changes?.flatMap(({ setBy }) => setBy?.number ?? []));
  return (
    <>
      {[...numbers].map((number) => (
        <Button key={number} look="quiet" onClick={() => panel.open(['requests', number], panel.query)}>
          Show request {number}
        </Button>
      ))}
    </>
  );
}

function ShowInData({ entry }: { entry: RequestEntry }) {
  const panel = usePanel();
  const { projectId, issueNumber } = targetOf(entry.path);
  if (projectId === undefined) return null;
  const to = ['data', 'issues', projectId, ...(issueNumber === undefined ? [] : [issueNumber])];
  return (
    <Button look="quiet" onClick={() => panel.open(to)}>
      {issueNumber === undefined ? `Show ${projectId} in Data` : `Show #${issueNumber} in Data`}
    </Button>
  );
}
