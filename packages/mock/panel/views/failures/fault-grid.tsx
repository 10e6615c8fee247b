/** @jsxImportSource preact */
import { useRovingFocus } from '../../parts/use-roving-focus.ts';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { AddedFault, Endpoint } from '../../transport/responses.ts';
import { type Effect, effects, faultsOf } from './effects.ts';

interface FaultGridProps {
  faults: readonly AddedFault[];
  /** `null` for every request. */
  times: number | null;
}

/** A table of endpoints and failures: a cell adds its failure, or removes it. Arrow keys move from cell to cell. */
export function FaultGrid({ faults, times }: FaultGridProps) {
  const panel = usePanel();
  const roving = useRovingFocus<HTMLTableSectionElement>(effects.length);
  const { data: endpoints = [] } = useLive<readonly Endpoint[]>(['endpoints']);

  async function toggle(endpoint: string, effect: Effect, there: readonly AddedFault[]) {
    const where = endpoint || 'Every endpoint';
    const howOften = times === null ? 'Every request' : times === 1 ? 'Next request' : `Next ${times} requests`;
    if (there.length === 0) {
      await panel.change(`${howOften} to ${endpoint || 'any endpoint'}: ${effect.name}`, [
        'faults.add',
        { ...effect.fault, ...(endpoint && { endpoint }), times },
      ]);
    } else {
      await panel.change(
        `${where} no longer fails with ${effect.name}`,
        ...there.map(({ id }) => ['faults.remove', { id }] as const),
      );
    }
  }

  return (
    <div class="box">
      <table class="fault-grid cards">
        <caption class="unseen">Failures by endpoint</caption>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            {effects.map(({ name, about }) => (
              <th key={name} scope="col" title={about}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roving}>
          {['', ...endpoints.map(({ name }) => name)].map((name) => (
            <tr key={name}>
              <th scope="row">{name || 'Every endpoint'}</th>
              {effects.map((effect) => {
                const there = faultsOf(faults, name, effect);
                const left = remainingText(there);
                return (
                  <td key={effect.name}>
                    <button
                      type="button"
                      class={there.length > 0 ? 'quiet fault' : 'quiet'}
                      data-effect={effect.name}
                      aria-pressed={there.length > 0}
                      aria-label={`${name || 'Every endpoint'}: ${effect.about}${left && `, ${left} left`}`}
                      title={effect.about}
                      onClick={() => toggle(name, effect, there)}
                    >
                      {left === '' ? '+' : left === 'any number' ? '∞' : left}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="legend line soft padded">
        {effects
          .filter(({ name, about }) => !about.startsWith(`Responds with ${name}`))
          .map(({ name, about }) => (
            <div key={name} class="line">
              <dt>{name}</dt>
              <dd>{about.replace(/^\w+: /, '')}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** Returns the number of requests that faults still apply to: empty without faults, `any number` for all requests. */
function remainingText(faults: readonly AddedFault[]): string {
  if (faults.length === 0) return '';
  if (faults.some(({ remaining }) => remaining === null)) return 'any number';
  return String(faults.reduce((sum, { remaining }) => sum + (remaining ?? 0), 0));
}
