/** @jsxImportSource preact */
import type { Limits } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { spanText } from '../parts/times.ts';
import { useClock } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';

/** Sources with failed authentications, and the locked out among them. */
export function Lockouts({ lockouts }: Pick<Limits, 'lockouts'>) {
  const panel = usePanel();
  const clock = useClock();
  if (lockouts.length === 0) return null;
  return (
    <section class="stack" aria-label="Failed authentications">
      <h2>Failed authentications</h2>
      <ul class="rows">
        {lockouts.map(({ source, failures, until }) => (
          <li key={source} class="bar">
            <span class="grow">
              {source}: {failures} failed
              {until && clock && (
                <span class="warn">, locked out for {spanText(Math.max(0, Date.parse(until) - clock.now))}</span>
              )}
            </span>
            <Button
              aria-label={`${until ? 'Lift' : 'Clear'} ${source}`}
              onClick={() => panel.change('lockouts.lift', { source })}
            >
              {until ? 'Lift' : 'Clear'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
