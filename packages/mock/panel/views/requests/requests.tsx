/** @jsxImportSource preact */
import { useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Choices } from '../../parts/choices.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorBoundary } from '../../parts/error-boundary.tsx';
import { ListBox } from '../../parts/list-box.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { LogEntry } from '../../transport/responses.ts';
import { credentialIn, type Group, groups, groupTexts, isIn, passes } from './filter.ts';
import { NoRequests } from './no-requests.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestRow, RowHead } from './request-row.tsx';

/** The start view: every request as it arrives, and the explanation of its response. Filter and selection are in the location. */
export function Requests({ path: [selected] }: { path: readonly string[] }) {
  const panel = usePanel();
  const query = panel.query;
  const text = query.get('filter') ?? '';
  const group = groups.find((each) => each === query.get('group')) ?? 'all';
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
  // It stays when the log drops it, until the user leaves it.
  const last = useRef<LogEntry | undefined>(undefined);
  const entry = all.find(({ id }) => id === selected) ?? (last.current?.id === selected ? last.current : undefined);
  last.current = entry;
  const list = () => view.current?.querySelector<HTMLElement>('[role=listbox]');
  const select = (id: string | undefined) => panel.go(['requests', id].filter(Boolean).join('/'), { query });

  /** Shows other requests, and keeps the selection. */
  function narrow(changes: { filter?: string; group?: Group }) {
    const { filter = text, group: chosen = group } = changes;
    panel.go(panel.path.join('/'), { query: { filter, group: chosen === 'all' ? '' : chosen } });
  }

  function leave() {
    setOpen(false);
    list()?.focus();
  }

  function close() {
    leave();
    select(undefined);
  }

  async function clear() {
    const isConfirmed = await panel.confirm({
      title: 'Forget all requests?',
      loss: 'The mock forgets all requests that it has received.',
      action: 'Forget',
    });
    if (!isConfirmed) return;
    last.current = undefined;
    await panel.change('Requests forgotten', ['requests.clear']);
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
              onInput={({ currentTarget }) => narrow({ filter: currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
                event.preventDefault();
                list()?.focus();
                const first = shown[0];
                if (first && !shown.some(({ id }) => id === selected)) select(first.id);
              }}
            />
            <Button look="quiet" disabled={all.length === 0} onClick={clear}>
              Forget all
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
            onChange={(value) => narrow({ group: value })}
          />
        </div>
        {panel.requests.loaded.value && all.length === 0 ? (
          <NoRequests />
        ) : shown.length > 0 ? (
          <>
            <RowHead />
            <ListBox
              label="Requests, newest first"
              items={shown}
              keyOf={({ id }) => id}
              selected={selected}
              onSelect={({ id }) => {
                select(id);
                if (hasOnePane(view.current)) setOpen(true);
              }}
              onOpen={() => setOpen(true)}
            >
              {(one) => <RequestRow entry={one} />}
            </ListBox>
          </>
        ) : (
          <Empty
            title={panel.requests.loaded.value ? `None of the ${all.length} requests matches` : 'Reading the requests…'}
          >
            {all.length > 0 && <Button onClick={() => narrow({ filter: '', group: 'all' })}>Show all</Button>}
          </Empty>
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
