/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Meter } from '../parts/meter.tsx';
import { dateText } from '../parts/times.ts';
import { usePanel } from '../state/panel.ts';
import { useLive } from '../state/use-live.ts';
import type { RateState, Scenario, Settings } from '../transport/responses.ts';
import { distanceText, useClock } from './clock.tsx';
import { History } from './history.tsx';
import { scenarios } from './scenario-texts.ts';

/** The bar above every view. */
export function TopBar() {
  const panel = usePanel();
  const { data: settings } = useLive<Settings>(['settings.get'], 'settings');
  return (
    <header class="top-bar line">
      <h1 class={panel.isEmbedded ? 'unseen' : undefined}>
        <span class="name">Issue Tracking mock</span>
      </h1>
      <div class="state line">
        {!panel.isEmbedded && <ScenarioChoice settings={settings} />}
        <ClockReading />
        <Budget />
      </div>
      <div class="line">
        <History />
        {!panel.isEmbedded && <ThemeSwitch />}
      </div>
    </header>
  );
}

function ScenarioChoice({ settings }: { settings: Settings | undefined }) {
  const panel = usePanel();
  const scenario = settings?.scenario ?? 'normal';
  const set = (value: Scenario) =>
    panel.change(`Scenario: ${scenarios.find((one) => one.value === value)?.text}`, [
      'settings.change',
      { scenario: value },
    ]);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in Select
    <label class={scenario === 'normal' ? 'strong' : 'strong fault'}>
      <span class="top-label soft">Scenario</span>
      <Select value={scenario} options={scenarios} onChange={set} disabled={!settings} />
    </label>
  );
}

function ClockReading() {
  const panel = usePanel();
  const clock = useClock();
  const [day, time] = (clock === undefined ? '––––-––-–– ––:––:––' : dateText(clock.now)).split(' ');
  const state = clock?.kind === 'virtual' ? 'stopped' : distanceText(clock?.aheadMs ?? 0).replace(' of', '');
  return (
    <button type="button" onClick={() => panel.go('time')}>
      <span class="top-label soft">{['Clock', state].filter(Boolean).join(', ')}</span>
      <span class="figure">
        <span class="day">{day}</span> {time}
      </span>
    </button>
  );
}

/** The used requests of the credential that is nearest to its rate limit. */
function Budget() {
  const panel = usePanel();
  const { data } = useLive<RateState>(['limits'], 'credentials', 'requests', 'clock', 'settings');
  const [tightest] = (data?.credentials ?? [])
    .flatMap(({ window, name }) => (window ? [{ ...window, name }] : []))
    .sort((a, b) => b.used / b.limit - a.used / a.limit);
  const usedText = tightest ? `${tightest.used} of ${tightest.limit}` : data ? 'no limit' : '–';
  const share = tightest && tightest.limit > 0 ? tightest.used / tightest.limit : 0;
  return (
    <button
      type="button"
      onClick={() => panel.go('time')}
      title={tightest && `${tightest.name} has used ${usedText} requests`}
    >
      <span class="top-label soft">
        Rate used{tightest && tightest.used > 0 ? <bdi class="whose">, {tightest.name}</bdi> : ''}
      </span>
      <span class="figure budget line">
        {usedText}
        {tightest && <Meter share={share} />}
      </span>
    </button>
  );
}

const themes = ['auto', 'light', 'dark'] as const;
const themeTexts = { auto: 'system', light: 'light', dark: 'dark' };

function ThemeSwitch() {
  const { theme } = usePanel();
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto';
  return (
    <Button
      look="quiet"
      aria-label={`Theme: ${themeTexts[theme.value]}. Switch to ${themeTexts[next]}`}
      title={`Theme: ${themeTexts[theme.value]}`}
      onClick={() => {
        theme.value = next;
      }}
    >
      <Icon name={theme.value} />
    </Button>
  );
}
