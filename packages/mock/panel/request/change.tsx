/** @jsxImportSource preact */
import type { Change } from '../../src/control/types.ts';
import { Button, UndoButton } from '../parts/button.tsx';
import { Heading, Words } from '../parts/texts.tsx';
import { timeOfDay } from '../parts/times.ts';
import { usePanel } from '../state/panel.ts';
import { authorText } from '../timeline/row.tsx';

/** A change of the mock: who made it, and whether it can be taken back. */
export function ChangeView({ made }: { made: Change }) {
  const panel = usePanel();
  const { id, words, author, at, method, count, undo } = made;
  return (
    <article class="request" aria-label={`Change ${made.number}`}>
      <header class="request-head">
        <div class="line facts">
          <Button look="quiet" icon="back" class="back" onClick={() => panel.go('requests', panel.query)}>
            Timeline
          </Button>
          <code class="grow">{method}</code>
          <time class="soft figure">{timeOfDay(at)}</time>
        </div>
        <Heading class="sentence" of={`changes/${made.number}`}>
          <Words text={words} />
        </Heading>
        <p class="soft">
          By {authorText(author)}
          {count > 1 && `, ${count} in a row`}.
        </p>
        <div class="remedies line">
          {undo === 'possible' && id !== null ? (
            <UndoButton look="primary" id={id} words={words} />
          ) : (
            <p>{undo === 'done' ? 'It was undone.' : undo === 'possible' ? '' : `It can’t be undone. ${undo}`}</p>
          )}
        </div>
      </header>
    </article>
  );
}
