/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import { usePanel } from '../../state/panel.ts';
import type { AddedFault } from '../../transport/responses.ts';
import { type Effect, effects, faultsOf } from './effects.ts';

interface FaultGridProps {
  faults: readonly AddedFault[];
  /** `null` for every request. */
  times: number | null;
}

/** A table of endpoints and failures: a cell adds its failure, or removes it. Arrow keys move from cell to cell. */
export function FaultGrid({ faults, times }: FaultGridProps) {
  const panel = usePanel();
  const grid = useRef<HTMLTableElement>(null);
  const [cell, setCell] = useState<readonly [row: number, column: number]>([0, 0]);
  const rows = [{ name: '', method: '' }, ...panel.endpoints.value];

  function onKeyDown(event: KeyboardEvent) {
    const [row, column] = cell;
    const next: Record<string, readonly [number, number]> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      Home: [row, 0],
      End: [row, effects.length - 1],
    };
    const wanted = next[event.key];
    if (!wanted) return;
    event.preventDefault();
    const to = [clamp(wanted[0], rows.length), clamp(wanted[1], effects.length)] as const;
    setCell(to);
    grid.current?.querySelectorAll<HTMLElement>('tbody tr')[to[0]]?.querySelectorAll('button')[to[1]]?.focus();
  }

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
    <div class="table-frame">
      <table ref={grid} class="fault-grid" onKeyDown={onKeyDown}>
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
        <tbody>
          {rows.map(({ name }, row) => (
            <tr key={name}>
              <th scope="row">{name || 'Every endpoint'}</th>
              {effects.map((effect, column) => {
                const there = faultsOf(faults, name, effect);
                const left = remainingText(there);
                return (
                  <td key={effect.name}>
                    <button
                      type="button"
                      class="fault-cell"
                      data-effect={effect.name}
                      aria-pressed={there.length > 0}
                      aria-label={`${name || 'Every endpoint'}: ${effect.about}${left && `, ${left} left`}`}
                      title={effect.about}
                      tabIndex={row === cell[0] && column === cell[1] ? 0 : -1}
                      onFocus={() => setCell([row, column])}
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
      <dl class="legend">
        {effects
          .filter(({ name, about }) => !about.startsWith(`Responds with ${name}`))
          .map(({ name, about }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{about.replace(/^\w+: /, '')}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

function clamp(value: number, length: number): number {
  return Math.min(Math.max(value, 0), length - 1);
}

/** Returns the number of requests that faults still apply to: empty without faults, `any number` for all requests. */
function remainingText(faults: readonly AddedFault[]): string {
  if (faults.length === 0) return '';
  if (faults.some(({ remaining }) => remaining === null)) return 'any number';
  return String(faults.reduce((sum, { remaining }) => sum + (remaining ?? 0), 0));
}
