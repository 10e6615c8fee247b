/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { dateText, spanText } from '../parts/times.ts';
import { useClock, useTicking } from '../state/live.ts';
import { type ClockNow, usePanel } from '../state/panel.ts';

const moves = [
  ['1 min', 60_000],
  ['15 min', 900_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['1 week', 604_800_000],
] as const;

/** The mock's time, and the menu that moves it. */
export function ClockMenu() {
  const panel = usePanel();
  useTicking();
  const clock = useClock();
  const [day = '', time = ''] = clock ? dateText(clock.now).split(' ') : ['––––-––-––', '––:––:––'];
  const away = awayText(clock);
  const beside = clock?.kind === 'virtual' ? 'stands' : away;
  const set = (date: string | number) => panel.change('clock.set', { date });
  return (
    <Menu
      label={`Clock: ${day} ${time} ${beside}`.trim()}
      class="clock"
      button={
        <>
          <Icon name="clock" />
          <span class="figure">
            <span class="day">{day} </span>
            {time}
          </span>
          {beside && <span class="chip accent"> {beside}</span>}
        </>
      }
    >
      <div class="soft">Advance by</div>
      <div class="line">
        {moves.map(([text, ms]) => (
          <Button key={text} onClick={() => panel.change('clock.advance', { ms })}>
            {text}
          </Button>
        ))}
      </div>
      <Form class="line" onSubmit={({ date }) => set(`${date}Z`)}>
        <input
          type="datetime-local"
          step="1"
          name="date"
          aria-label="Set the clock to (UTC)"
          required
          defaultValue={clock && dateText(clock.now).replace(' ', 'T')}
        />
        <Button type="submit">Set</Button>
      </Form>
      <Button look="item" disabled={!away} onClick={() => set(Date.now())}>
        Back to the present
      </Button>
      <p class="soft">
        UTC{away && `, ${away} from the present`}. Keys expire, places in the rate limit come free and lockouts end as
        the clock moves.
      </p>
    </Menu>
  );
}

/** How far the clock is from the present: `+15 min`; empty for less than a second. */
function awayText(clock: ClockNow | undefined): string {
  if (!clock || Math.abs(clock.aheadMs) < 1000) return '';
  return `${clock.aheadMs > 0 ? '+' : '−'}${spanText(Math.abs(clock.aheadMs))}`;
}
