/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { dateText } from '../parts/times.ts';
import { usePanel } from '../state/panel.ts';
import { useLive } from '../state/use-live.ts';
import type { SavedSnapshot } from '../transport/responses.ts';

/** Buttons that undo the last change, save the state, and go back to a saved or the initial one. */
export function History() {
  const panel = usePanel();
  const { data: saved = [] } = useLive<readonly SavedSnapshot[]>(['snapshots.all'], 'snapshots');
  const last = panel.undoable.value.at(-1);
  const undoText = last ? `Undo: ${last.label}` : 'Nothing to undo';
  const states = saved.toReversed().map((each) => ({ value: each.id, text: stateText(each) }));
  const goBack = (id: string) => {
    const state = states.find(({ value }) => value === id);
    if (state) void panel.goBack(`Back to ${state.text}`, 'restore', { id });
  };
  return (
    <>
      <Button look="quiet" aria-label={undoText} title={undoText} disabled={!last} onClick={() => panel.undo()}>
        <Icon name="undo" /> <span class="wide">Undo</span>
      </Button>
      <Button look="quiet" aria-label="Save this state" title="Save this state" onClick={() => panel.save()}>
        <Icon name="save" /> <span class="wide">Save this state</span>
      </Button>
      {states.length > 0 && (
        <Select
          label="Go back to a saved state"
          value=""
          options={[{ value: '', text: 'Saved states' }, ...states]}
          onChange={goBack}
        />
      )}
      <Button
        look="quiet"
        aria-label="Reset"
        title="Reset to the initial state"
        onClick={() => panel.goBack('Reset to the initial state', 'reset')}
      >
        <Icon name="reset" /> <span class="wide">Reset</span>
      </Button>
    </>
  );
}

function stateText({ id, name, now }: SavedSnapshot): string {
  return `${name ?? id.replace('snapshot-', 'State ')}, ${dateText(now)}`;
}
