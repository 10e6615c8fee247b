/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks';
import { Button, IconButton } from '../parts/button.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { type Group, groups, passes, useSentWith } from './filter.ts';
import { fold, holds, merge, newDayOf } from './items.ts';
import { Row } from './row.tsx';
import { Strip } from './strip.tsx';

/** Requests and changes, newest first. Filter and selection are in the location. */
export function Timeline() {
  const panel = usePanel();
  const changes = useLive('changes.all');
  const entries = panel.requests.entries.value;
  const [view = '', place] = panel.path;
  const filter = panel.query.get('filter') ?? '';
  const asked = panel.query.get('group') ?? '';
  const group: Group = Object.hasOwn(groups, asked) ? (asked as Group) : 'all';
  const sentWith = useSentWith(filter);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<string>();
  // Both at once, so that a row in sight stays there.
  const isLoaded = (panel.requests.loaded.value || entries.length > 0) && changes !== undefined;
  const all = useMemo(() => (isLoaded ? merge(entries, changes) : []), [isLoaded, entries, changes]);
  const found = useMemo(() => all.filter((item) => passes(filter, item, sentWith)), [all, filter, sentWith]);
  const items = useMemo(() => fold(found.filter(groups[group].has), opened), [found, group, opened]);
  const number = Number(place);
  const selected = items.findIndex((item) =>
    item.kind === 'change'
      ? view === 'changes' && item.made.number === number
      : view === 'requests' && holds(item, number),
  );
  const at = moved === undefined ? -1 : items.findIndex(({ key }) => key === moved);
  const current = at < 0 ? selected : at;

  /** Shows a row's request or change; a burst is only moved to. */
  function show(index: number, goesOn = false) {
    const item = items[index];
    setMoved(item?.kind === 'burst' ? item.key : undefined);
    if (!item || item.kind === 'burst') return;
    const to = item.kind === 'change' ? ['changes', item.made.number] : ['requests', item.entry.number];
    panel.open(to, panel.query, goesOn);
  }

  function select(index: number, goesOn: boolean) {
    const item = items[index];
    if (item?.kind === 'burst')
      setOpened(new Set(item.isOpen ? [...opened].filter((key) => key !== item.key) : [...opened, item.key]));
    show(index, goesOn);
  }

  return (
    <section class="pane list" aria-label="Timeline">
      <Strip />
      <div class="filter bar">
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter: patch 403 -comments"
          value={filter}
          onInput={({ currentTarget }) => panel.narrow('filter', currentTarget.value)}
        />
        <IconButton
          icon="trash"
          name="Forget all requests"
          disabled={entries.length === 0}
          onClick={() => panel.change('requests.clear')}
        />
      </div>
      <fieldset class="groups" aria-label="Which">
        {(Object.keys(groups) as Group[]).map((each) => {
          const count = found.filter(groups[each].has).length;
          if (count === 0 && each !== 'all' && each !== group) return null;
          return (
            <Button
              key={each}
              look="pill"
              aria-pressed={each === group}
              onClick={() => panel.narrow('group', each === 'all' ? '' : each)}
            >
              {groups[each].text} <span class="figure">{count}</span>
            </Button>
          );
        })}
      </fieldset>
      {items.length === 0 ? (
        <div class="soft nothing line">
          {all.length > 0 ? (
            <>
              {all.length} hidden by the filter
              <Button onClick={() => panel.go(panel.location.value.split('?')[0] ?? '')}>Clear</Button>
            </>
          ) : (
            isLoaded && 'Requests and changes appear here at once.'
          )}
        </div>
      ) : (
        <VirtualRows
          label="Requests and changes"
          count={items.length}
          lines={2}
          current={current}
          keyOf={(index) => items[index]?.key ?? ''}
          onMove={show}
          row={(index, tabIndex) => {
            const item = items[index];
            return (
              item && (
                <Row
                  item={item}
                  day={newDayOf(item, items[index - 1])}
                  tabIndex={tabIndex}
                  isSelected={index === selected}
                  onSelect={(goesOn) => select(index, goesOn)}
                />
              )
            );
          }}
        />
      )}
      {panel.requests.loaded.value && <Dropped oldest={entries.at(-1)?.number ?? 1} />}
    </section>
  );
}

/** Notes that the log has dropped requests. */
function Dropped({ oldest }: { oldest: number }) {
  const count = oldest - 1;
  if (count === 0) return null;
  return (
    <p class="nothing soft">
      {count === 1 ? 'The first request was' : `The first ${count} requests were`} dropped: the log is full.
    </p>
  );
}
