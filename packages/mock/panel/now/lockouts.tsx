/** @jsxImportSource preact */
import type { Limits } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { dateText } from '../parts/times.ts';
import { usePanel } from '../state/panel.ts';

/** Addresses and credentials with failed authentications. A lockout can be lifted. */
export function Lockouts({ lockouts }: Pick<Limits, 'lockouts'>) {
  const panel = usePanel();
  if (lockouts.length === 0) return null;
  return (
    <section class="stack" aria-label="Failed authentications">
      <h2>Failed authentications</h2>
      <ul class="rows">
        {lockouts.map(({ source, failures, until }) => (
          <li key={source} class="bar">
            <span class="grow">
              {source}: {failures} failed
              {until && <span class="warn">, locked out until {dateText(until)}</span>}
            </span>
            {until && (
              <Button aria-label={`Lift ${source}`} onClick={() => panel.change('lockouts.lift', { source })}>
                Lift
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
