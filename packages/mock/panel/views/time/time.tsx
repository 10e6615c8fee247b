/** @jsxImportSource preact */
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { dateText } from '../../parts/times.ts';
import { type ClockNow, distanceText, useClock } from '../../shell/clock.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { Settings } from '../../transport/responses.ts';
import { Behavior } from './behavior.tsx';
import { Limits } from './limits.tsx';
import { Windows } from './windows.tsx';

/** The view of clock, limits, lockouts and behavior options. */
export function Time() {
  const { data: settings, error } = useLive<Settings>(['settings.get'], 'settings');
  const clock = useClock();
  if (!settings) return <Empty title={error ?? 'Reading the settings…'} />;
  return (
    <div class="page stack">
      <h2>Time and limits</h2>
      <div class="columns">
        <ClockBlock clock={clock} />
        <Limits settings={settings} />
      </div>
      <Windows now={clock?.now} />
      <Behavior behavior={settings.behavior} />
    </div>
  );
}

const spans = [
  ['1 s', 1000],
  ['10 s', 10_000],
  ['1 min', 60_000],
  ['15 min', 900_000],
  ['1 h', 3_600_000],
  ['1 day', 86_400_000],
] as const;

function ClockBlock({ clock }: { clock: ClockNow | undefined }) {
  const panel = usePanel();
  const distance = clock ? distanceText(clock.aheadMs) : '';
  const goes = clock?.kind === 'virtual' ? 'Stopped until advanced' : 'Running';
  const setToRealTime = () =>
    panel.change('Clock set to real time', ['clock.set', { date: clock && clock.now - clock.aheadMs }]);
  return (
    <section class="stack box padded" aria-label="Clock">
      <h3>Clock</h3>
      <p class="big-figure">{clock === undefined ? ' ' : `${dateText(clock.now)} UTC`}</p>
      <p class="soft">
        {goes}, {distance ? `${distance} real time` : 'at real time'}. Limits, lockouts, delays and expiry use this
        clock.
      </p>
      <fieldset class="line">
        <legend>Advance by</legend>
        {spans.map(([text, ms]) => (
          <Button key={text} onClick={() => panel.change(`Clock advanced by ${text}`, ['clock.advance', { ms }])}>
            {text}
          </Button>
        ))}
      </fieldset>
      <Form
        isInline
        submit="Set"
        onSubmit={({ date }) => panel.change(`Clock set to ${date}`, ['clock.set', { date: `${date}Z` }])}
        more={
          <Button disabled={distance === ''} onClick={setToRealTime}>
            Back to real time
          </Button>
        }
      >
        <Field label="Set to (UTC)">
          <input name="date" type="datetime-local" step="1" required />
        </Field>
      </Form>
    </section>
  );
}
