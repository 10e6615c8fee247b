/** @jsxImportSource preact */
import { useMemo, useRef, useState } from 'preact/hooks';
import { Badge, Method, Status } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { Choices } from '../../parts/choices.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorBoundary } from '../../parts/error-boundary.tsx';
import { spanText, timeOfDay } from '../../parts/times.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { LogEntry, Settings } from '../../transport/responses.ts';
import { credentialIn, type Group, groups, groupTexts, isIn, passes } from './filter.ts';
import { RequestDetail } from './request-detail.tsx';

/** The start view: every request as it arrives, and the explanation of its response. */
export function Requests({ path: [selected] }: { path: readonly string[] }) {
  const panel = usePanel();
  const [text, setText] = useState('');
  const [group, setGroup] = useState<Group>('all');
  const [isOpen, setOpen] = useState(selected !== undefined);
  const view = useRef<HTMLDivElement>(null);
  const all = panel.requests.entries.value;
  const credential = credentialIn(text);
  const { data: sent } = useLive<readonly LogEntry[]>(
    credential === undefined ? null : ['requests.find', { apiKey: credential }],
    'requests',
    'credentials',
  );
  const sentWith = useMemo(() => new Set(sent?.map(({ number }) => number)), [sent]);
  const found = useMemo(() => all.filter((entry) => passes(text, entry, sentWith)), [all, text, sentWith]);
  const shown = useMemo(() => found.filter((entry) => isIn(group, entry)), [found, group]);
  const entry = all.find(({ id }) => id === selected);
  const list = () => view.current?.querySelector<HTMLElement>('[role=listbox]');

  function showAll() {
    setText('');
    setGroup('all');
  }

  function leave() {
    setOpen(false);
    list()?.focus();
  }

  function close() {
    leave();
    panel.go('requests');
  }

  async function clear() {
    const isConfirmed = await panel.confirm({
      title: 'Clear the list of requests?',
      loss: 'The mock forgets all requests that it has received.',
      action: 'Clear',
    });
    if (!isConfirmed) return;
    await panel.change('Requests cleared', ['requests.clear']);
    panel.go('requests');
  }

  return (
    <div ref={view} class={`split ${selected === undefined ? '' : 'selected'} ${entry && isOpen ? 'open' : ''}`}>
      <section class="pane" aria-label="List of requests">
        <div class="list-head">
          <div class="toolbar">
            <input
              type="search"
              aria-label="Filter the requests"
              placeholder="Filter: patch 403 -comments"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
                event.preventDefault();
                list()?.focus();
                const first = shown[0];
                if (first && !shown.some(({ id }) => id === selected)) panel.go(`requests/${first.id}`);
              }}
            />
            <Button look="quiet" disabled={all.length === 0} onClick={clear}>
              Clear
            </Button>
          </div>
          <Choices
            label="Show requests"
            value={group}
            options={groups.map((value) => ({
              value,
              text: groupTexts[value],
              count: found.filter((one) => isIn(value, one)).length,
            }))}
            onChange={setGroup}
          />
        </div>
        {shown.length > 0 ? (
          <>
            <div class="row head" aria-hidden="true">
              <span>Time</span>
              <span>Method</span>
              <span>Status</span>
              <span class="path">Path</span>
              <span class="reason">Reason</span>
              <span class="credential">Credential</span>
              <span class="took">Took</span>
            </div>
            <VirtualList
              label="Requests, newest first"
              class="requests"
              items={shown}
              keyOf={({ id }) => id}
              selected={selected}
              onSelect={({ id }) => {
                panel.go(`requests/${id}`);
                if (hasOnePane(view.current)) setOpen(true);
              }}
              onOpen={() => setOpen(true)}
            >
              {(one) => <Row entry={one} />}
            </VirtualList>
          </>
        ) : (
          <NoRequests total={all.length} onShowAll={showAll} />
        )}
        <Dropped oldest={all.at(-1)} />
      </section>
      {selected !== undefined && (
        <section class="pane" aria-label="The selected request">
          {entry ? (
            <ErrorBoundary what="The request" resetKey={entry.id}>
              <RequestDetail entry={entry} isOpen={isOpen} onLeave={leave} onClose={close} />
            </ErrorBoundary>
          ) : (
            <Empty
              title={panel.requests.loaded.value ? 'This request is no longer in the log' : 'Reading the requests…'}
            >
              <Button onClick={close}>Back to the list</Button>
            </Empty>
          )}
        </section>
      )}
    </div>
  );
}

/** Whether the style sheet has room for the list or the request, but not for both. */
function hasOnePane(view: Element | null): boolean {
  return view !== null && getComputedStyle(view).getPropertyValue('--panes').trim() === '1';
}

function Row({ entry }: { entry: LogEntry }) {
  const short = entry.path.replace(/^\/api\/v1/, '');
  // Requests differ at their ends: where there is no room, the beginning goes.
  const end = short.search(/(?:\/[^/]*){1,2}$/);
  return (
    <span class={`row ${entry.faultId === undefined ? '' : 'faulted'}`}>
      <span class="time">{timeOfDay(entry.at).slice(0, 8)}</span>
      <Method method={entry.method} />
      <Status status={entry.status} />
      <span class="path" title={`${entry.path}${entry.search && `?${entry.search}`}`}>
        <span class="path-begin">{short.slice(0, end)}</span>
        <span class="path-end">
          {short.slice(end)}
          {entry.search && <span class="search">?{entry.search}</span>}
        </span>
      </span>
      <span class="reason">{entry.reason ?? (entry.warnings && <Badge text="warning" tone="warning" />)}</span>
      <span class="credential" dir="auto" title={entry.credential}>
        {entry.credential}
      </span>
      <span class="took">{entry.durationMs === undefined ? '–' : spanText(entry.durationMs)}</span>
    </span>
  );
}

/** Notes that the log has dropped requests. */
function Dropped({ oldest }: { oldest: LogEntry | undefined }) {
  const count = (oldest?.number ?? 1) - 1;
  if (count === 0) return null;
  return (
    <p class="list-note">
      {count === 1 ? 'The first request was' : `The first ${count} requests were`} dropped: the log is full.
    </p>
  );
}

function NoRequests({ total, onShowAll }: { total: number; onShowAll: () => void }) {
  const panel = usePanel();
  const { data: settings } = useLive<Settings>(['settings.get'], 'settings');
  if (total > 0) {
    return (
      <Empty title={`None of the ${total} requests matches`}>
        <Button onClick={onShowAll}>Show all</Button>
      </Empty>
    );
  }
  if (!panel.requests.loaded.value) return <Empty title="Reading the requests…" />;
  const command = `curl -H "Authorization: Bearer $ISSUE_TRACKING_API_KEY" ${settings?.baseUrl ?? ''}/api/v1/projects`;
  return (
    <Empty title="No requests yet">
      <p>
        Point your application at <code>{settings?.baseUrl ?? 'the mock'}</code>. Its requests appear here at once.
      </p>
      <p class="row-of-buttons">
        <CopyButton what="curl" label="Copy a curl command" text={() => command} />
      </p>
    </Empty>
  );
}
