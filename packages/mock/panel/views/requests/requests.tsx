/** @jsxImportSource preact */
import { useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Choices } from '../../parts/choices.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorBoundary } from '../../parts/error-boundary.tsx';
import { ListBox } from '../../parts/list-box.tsx';
import { usePanel } from '../../state/panel.ts';
import type { LogEntry } from '../../transport/responses.ts';
import { type Group, groups, groupTexts, isIn } from './filter.ts';
import { ForgetAll } from './forget-all.tsx';
import { NoRequests } from './no-requests.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestRow, RowHead } from './request-row.tsx';
import { useFound } from './use-found.ts';

/** The start view: every request as it arrives, and the explanation of its response. Filter and selection are in the location. */
export function Requests({ path: [selected] }: { path: readonly string[] }) {
  const panel = usePanel();
  const { query } = panel;
  const text = query.get('filter') ?? '';
  const group = groups.find((each) => each === query.get('group')) ?? 'all';
  const [isOpen, setOpen] = useState(selected !== undefined);
  const view = useRef<HTMLDivElement>(null);
  const all = panel.requests.entries.value;
  const found = useFound(all, text);
  const byGroup = useMemo(
    () => groups.map((value) => [value, found.filter((each) => isIn(value, each))] as const),
    [found],
  );
  const shown = byGroup[groups.indexOf(group)]?.[1] ?? [];
  // It stays when the log drops it, until the user leaves it.
  const last = useRef<LogEntry | undefined>(undefined);
  const entry = all.find(({ id }) => id === selected) ?? (last.current?.id === selected ? last.current : undefined);
  last.current = entry;
  const list = () => view.current?.querySelector<HTMLElement>('[role=listbox]');
  const select = (id?: string) => panel.go(id === undefined ? 'requests' : `requests/${id}`, { query });
  const isLoaded = panel.requests.loaded.value;
  const missing = (text: string) => (isLoaded ? text : 'Reading the requests…');

  /** Shows other requests, and keeps the selection. */
  function narrow(changes: { filter?: string; group?: Group }) {
    const { filter, group: chosen } = { filter: text, group, ...changes };
    panel.go(panel.path.join('/'), { query: { filter, group: chosen === 'all' ? '' : chosen } });
  }

  function leave() {
    setOpen(false);
    list()?.focus();
  }

  function close() {
    leave();
    select();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    list()?.focus();
    if (!shown.some(({ id }) => id === selected)) select(shown[0]?.id);
  }

  return (
    <div ref={view} class="panes">
      <section class={`pane ${entry && isOpen ? '' : 'front'}`} aria-label="List of requests">
        <div class="list-head padded stack">
          <div class="line">
            <input
              type="search"
              aria-label="Filter the requests"
              placeholder="Filter: patch 403 -comments"
              value={text}
              onInput={({ currentTarget }) => narrow({ filter: currentTarget.value })}
              onKeyDown={onKeyDown}
            />
            <ForgetAll isDisabled={all.length === 0} />
          </div>
          <Choices
            label="Show requests"
            value={group}
            options={byGroup.map(([value, its]) => ({
              value,
              text: groupTexts[value],
              count: isLoaded ? its.length : undefined,
            }))}
            onChange={(value) => narrow({ group: value })}
          />
        </div>
        {isLoaded && all.length === 0 ? (
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
              {(each) => <RequestRow entry={each} />}
            </ListBox>
          </>
        ) : (
          <Empty title={missing(`None of the ${all.length} requests matches`)}>
            {all.length > 0 && <Button onClick={() => narrow({ filter: '', group: 'all' })}>Show all</Button>}
          </Empty>
        )}
        <Dropped oldest={all.at(-1)} />
      </section>
      {selected !== undefined && (
        <section class={`pane chosen ${entry && isOpen ? 'front' : ''}`} aria-label="The selected request">
          {entry ? (
            <ErrorBoundary what="The request" resetKey={entry.id}>
              <RequestDetail entry={entry} isOpen={isOpen} onLeave={leave} onClose={close} />
            </ErrorBoundary>
          ) : (
            <Empty title={missing('This request is no longer in the log')}>
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
    <p class="list-note soft padded">
      {count === 1 ? 'The first request was' : `The first ${count} requests were`} dropped: the log is full.
    </p>
  );
}
