/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import type { RequestEntry } from '../src/control/types.ts';
import { Data } from './data/data.tsx';
import { Down } from './down.tsx';
import { Failures } from './failures/failures.tsx';
import { Foot } from './foot.tsx';
import { NowView } from './now/now.tsx';
import { ErrorBoundary } from './parts/texts.tsx';
import { ChangeView } from './request/change.tsx';
import { RequestView } from './request/request.tsx';
import { useLive } from './state/live.ts';
import { type Panel, PanelContext, usePanel } from './state/panel.ts';
import { Timeline } from './timeline/timeline.tsx';
import { Palette } from './top/palette.tsx';
import { openState } from './top/states.tsx';
import { TopBar } from './top/top-bar.tsx';

/** The whole panel. */
export function Shell({ panel }: { panel: Panel }) {
  const theme = panel.theme.value;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // On an application's page, the key is the panel's only where the focus is in it.
      const isInside = panel.isServed || event.composedPath().includes(root.current as EventTarget);
      if (!isInside || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      panel.isPaletteOpen.value = true;
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [panel]);
  return (
    <PanelContext.Provider value={panel}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped anywhere */}
      <div
        ref={root}
        class="panel themed"
        style={{ colorScheme: theme === 'auto' ? 'light dark' : theme }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const [file] = event.dataTransfer?.files ?? [];
          if (file) void openState(panel, file);
        }}
      >
        <TopBar />
        {panel.isLost.value ? (
          <Down />
        ) : (
          <ErrorBoundary place={panel.location.value}>{panel.path[0] === 'data' ? <Data /> : <Panes />}</ErrorBoundary>
        )}
        <Foot />
        {panel.isPaletteOpen.value && <Palette />}
      </div>
    </PanelContext.Provider>
  );
}

/** The timeline, and beside it what is chosen. On a narrow screen there is one of both at a time. */
function Panes() {
  const panel = usePanel();
  const [view, place] = panel.path;
  const isEmpty = panel.requests.loaded.value && panel.requests.entries.value.length === 0;
  const isDetail = view === 'failures' || view === 'now' || place !== undefined || isEmpty;
  return (
    <main
      class={`panes ${isDetail ? 'on-detail' : 'on-list'}`}
      aria-label={view === 'failures' ? 'Failures' : 'Requests'}
    >
      <Timeline />
      <div class="pane detail">{view === 'failures' ? <Failures /> : <Chosen view={view} place={place} />}</div>
    </main>
  );
}

/** The chosen request or change; without one, the present state. */
function Chosen({ view, place }: { view: string | undefined; place: string | undefined }) {
  const panel = usePanel();
  const changes = useLive('changes.all') ?? [];
  // It stays when the log drops it, until the user leaves it.
  const last = useRef<RequestEntry | undefined>(undefined);
  const number = Number(place);
  if (view === 'changes') {
    const made = changes.find((each) => each.number === number);
    return made ? <ChangeView key={made.number} made={made} /> : <NowView missing={undefined} />;
  }
  const found = panel.requests.entries.value.find((each) => each.number === number);
  const entry = found ?? (last.current?.number === number ? last.current : undefined);
  last.current = entry;
  if (entry) return <RequestView key={entry.number} entry={entry} />;
  if (place === undefined) return <NowView missing={undefined} />;
  const isComing = number === panel.sent && number > (panel.requests.entries.value[0]?.number ?? 0);
  return isComing || !panel.requests.loaded.value ? null : <NowView missing="This request is not in the log." />;
}
