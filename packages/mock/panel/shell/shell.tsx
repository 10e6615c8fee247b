/** @jsxImportSource preact */
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { type Panel, PanelContext } from '../state/panel.ts';
import { Access } from '../views/access/access.tsx';
import { Data } from '../views/data/data.tsx';
import { Failures } from '../views/failures/failures.tsx';
import { Requests } from '../views/requests/requests.tsx';
import { Snapshots } from '../views/snapshots/snapshots.tsx';
import { Time } from '../views/time/time.tsx';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { places, type ViewName } from './places.ts';
import { TopBar } from './top-bar.tsx';
import { UndoDialog } from './undo-dialog.tsx';

/** Props of every view. The path is the place within the view, such as the number of an issue. */
interface ViewProps {
  path: readonly string[];
}

const views: Record<ViewName, ComponentType<ViewProps>> = {
  requests: Requests,
  failures: Failures,
  data: Data,
  time: Time,
  access: Access,
  snapshots: Snapshots,
};

/** The whole panel. */
export function Shell({ panel }: { panel: Panel }) {
  const main = useRef<HTMLElement>(null);
  const [name, ...path] = panel.place.value.split('/').map(decodeURIComponent);
  const place = places.find(({ view }) => view === name) ?? places[0];
  const View = views[place.view];
  const shown = useRef(place.view);

  // After a dialog that closed has given the focus back.
  useEffect(() => {
    if (shown.current === place.view) return;
    shown.current = place.view;
    if (!panel.keepsFocus) main.current?.focus();
  }, [panel, place.view]);

  return (
    <PanelContext.Provider value={panel}>
      <div class="panel" data-theme={panel.theme.value}>
        <div class="frame">
          <TopBar />
          <Navigation />
          <main ref={main} class={`view ${place.view}`} aria-label={place.text} tabIndex={-1}>
            <ErrorBoundary key={place.view} what={place.text} place={panel.place.value}>
              <View path={path} />
            </ErrorBoundary>
          </main>
        </div>
        <Notices />
        <UndoDialog />
      </div>
    </PanelContext.Provider>
  );
}
