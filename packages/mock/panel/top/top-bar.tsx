/** @jsxImportSource preact */
import { Button, Tab } from '../parts/button.tsx';
import { Select } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { takenAt, useClock, useLive, useShownCredential } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { ClockMenu } from './clock-menu.tsx';
import { scenarios } from './scenario-texts.ts';
import { States } from './states.tsx';

/** The views, with their names. */
export const views = [
  ['requests', 'Requests'],
  ['failures', 'Failures'],
  ['data', 'Data'],
  ['now', 'Settings'],
] as const;

/** The bar above every view. */
export function TopBar() {
  const panel = usePanel();
  const isLost = panel.isLost.value;
  const address = useLive('settings.get')?.baseUrl.replace(/^https?:\/\//, '') ?? '';
  return (
    <header class="top">
      <h1 class="connection bar" title={`Issue Tracking mock at ${address}`}>
        <span class={`dot ${isLost ? 'bad' : 'good'}`} aria-hidden="true" />
        <span class="unseen">Issue Tracking mock, {isLost ? 'not connected' : 'connected'}: </span>
        <span class="figure">{address}</span>
      </h1>
      {!isLost && <Everything />}
    </header>
  );
}

/** What needs the mock: without it, nothing of this would do anything. */
function Everything() {
  const panel = usePanel();
  const [view = ''] = panel.path;
  const shown = view === 'changes' ? 'requests' : view;
  return (
    <>
      <nav class="views" aria-label="Views">
        {views.map(([view, text]) => (
          <Tab key={view} place={view} isShown={shown === view}>
            {text}
            {view === 'failures' && <Active />}
          </Tab>
        ))}
      </nav>
      <fieldset class="controls bar">
        <legend class="unseen">The whole service</legend>
        {!panel.isEmbedded && <ScenarioChoice />}
        <ClockMenu />
        <Rate />
        <States />
        <Button
          look="quiet"
          aria-label="Ctrl K: commands"
          title="Commands"
          aria-keyshortcuts="Control+K"
          onClick={() => {
            panel.isPaletteOpen.value = true;
          }}
        >
          <Icon name="search" />
          <kbd>Ctrl K</kbd>
        </Button>
      </fieldset>
    </>
  );
}

/** The number of active failures. */
function Active() {
  const faults = useLive('faults.all') ?? [];
  const active = faults.filter(({ remaining, off }) => remaining !== 0 && !off).length;
  return active > 0 && <span class="count">{active}</span>;
}

function ScenarioChoice() {
  const panel = usePanel();
  const scenario = useLive('settings.get')?.scenario ?? 'normal';
  return (
    <span class="line scenario">
      <span class="soft" aria-hidden="true">
        Scenario
      </span>
      <Select
        aria-label="Scenario"
        class={scenario === 'normal' ? '' : 'fault'}
        value={scenario}
        options={scenarios}
        onChange={(chosen) => panel.change('settings.change', { scenario: chosen })}
      />
    </span>
  );
}

/** How much of its rate limit the chosen credential has used. */
function Rate() {
  const panel = usePanel();
  const credentials = useLive('limits')?.credentials ?? [];
  const shown = useShownCredential();
  const now = useClock()?.now ?? 0;
  const used = shown?.window ? Math.min(1, takenAt(now, shown).length / Math.max(1, shown.window.limit)) : 0;
  return (
    <span class="rate" style={{ '--used': used }}>
      <Select
        aria-label="Rate limit of"
        value={shown?.name ?? ''}
        options={credentials.map(
          (each) =>
            [
              each.name,
              `${each.name} ${each.window ? `${takenAt(now, each).length}/${each.window.limit}` : '(no limit)'}`,
            ] as const,
        )}
        onChange={(name) => {
          panel.credential.value = name;
        }}
      />
    </span>
  );
}
