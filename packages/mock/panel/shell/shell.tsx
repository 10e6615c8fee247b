/** @jsxImportSource preact */
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { type Panel, PanelContext, usePanel } from '../state/panel.ts';
import { Data } from '../views/data/data.tsx';
import { Failures } from '../views/failures/failures.tsx';
import { Requests } from '../views/requests/requests.tsx';
import { Time } from '../views/time/time.tsx';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { TopBar } from './top-bar.tsx';
import { type ViewName, views } from './views.ts';

/** Props of every view. The path is the location within the view, such as the number of an issue. */
interface ViewProps {
  path: readonly string[];
}

const components: Record<ViewName, ComponentType<ViewProps>> = {
  requests: Requests,
  failures: Failures,
  data: Data,
  time: Time,
};

/** The whole panel. */
export function Shell({ panel }: { panel: Panel }) {
  const main = useRef<HTMLElement>(null);
  const [name, ...path] = panel.path;
  const shownView = views.find(({ view }) => view === name) ?? views[0];
  const View = components[shownView.view];
  const focusedView = useRef(shownView.view);
  const theme = panel.theme.value;

  // In an effect: a closed dialog restores the focus before.
  useEffect(() => {
    if (focusedView.current === shownView.view) return;
    focusedView.current = shownView.view;
    if (!panel.keepsFocus) main.current?.focus();
  }, [panel, shownView.view]);

  return (
    <PanelContext.Provider value={panel}>
      <div class="panel themed" style={{ colorScheme: theme === 'auto' ? 'light dark' : theme }}>
        <ErrorBoundary what="The mock" resetKey={String(panel.isLost.value)}>
          <div class="frame">
            <TopBar />
            <Navigation />
            <main ref={main} class={`view ${shownView.view}`} aria-label={shownView.text} tabIndex={-1}>
              <NoConnection />
              <ErrorBoundary
                key={shownView.view}
                what={shownView.text}
                resetKey={`${panel.location.value} ${panel.isLost.value}`}
              >
                <View path={path} />
              </ErrorBoundary>
            </main>
          </div>
        </ErrorBoundary>
        <Notices />
      </div>
    </PanelContext.Provider>
  );
}

/** Says that a view shows what was known before the connection was lost. */
function NoConnection() {
  const { isLost } = usePanel();
  if (!isLost.value) return null;
  return (
    <p class="no-connection bad" role="alert">
      No connection to the mock: all that is shown is from before. The panel tries again by itself.
    </p>
  );
}
