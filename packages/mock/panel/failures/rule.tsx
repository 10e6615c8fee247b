/** @jsxImportSource preact */
import type { AddedFault } from '../../src/control/types.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { usePanel } from '../state/panel.ts';

/** A failure in the words of the mock, with its switch and its hits. */
export function Rule({ rule, onEdit }: { rule: AddedFault; onEdit?: () => void }) {
  const panel = usePanel();
  const { id, words, requests, remaining, off } = rule;
  const text = `${words.requests} → ${words.effect}`;
  return (
    <li class={`rule bar ${off ? 'is-off' : ''} ${panel.path[1] === id ? 'current' : ''}`}>
      {onEdit && (
        <input
          type="checkbox"
          role="switch"
          class="switch"
          checked={!off}
          aria-checked={!off}
          aria-label={`On: ${text}`}
          onChange={({ currentTarget: { checked } }) => panel.change('faults.switch', { id, on: checked })}
        />
      )}
      <span class="grow">
        {words.requests} <Icon name="arrow" /> <span class="fault strong">{words.effect}</span>
      </span>
      <Button look="pill" disabled={requests.length === 0} onClick={() => panel.go(['failures', id], [['filter', id]])}>
        {requests.length} {requests.length === 1 ? 'hit' : 'hits'}
        {remaining ? `, ${remaining} to come` : ''}
        <span class="unseen"> of {id}</span>
      </Button>
      {onEdit && <IconButton icon="pen" name={`Edit ${id}`} onClick={onEdit} />}
      <IconButton icon="trash" name={`Remove ${id}`} onClick={() => panel.change('faults.remove', { id })} />
    </li>
  );
}
