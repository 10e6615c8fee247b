/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Change, RequestEntry } from '../../src/control/types.ts';
import { goesOn, UndoButton } from '../parts/button.tsx';
import { Words } from '../parts/texts.tsx';
import { timeOfDay } from '../parts/times.ts';
import type { Item } from './items.ts';
import { aboutOf, targetOf, toneOf } from './words.ts';

interface RowProps {
  item: Item;
  /** The date, where another day begins. */
  day: string | undefined;
  tabIndex: 0 | -1;
  isSelected: boolean;
  /** Called with whether the focus goes on to what is selected. */
  onSelect: (goesOn: boolean) => void;
}

/** A request, a burst of requests, or a change. */
export function Row(props: RowProps) {
  const { item, day } = props;
  if (item.kind === 'change') return <ChangeRow {...props} made={item.made} />;
  const [entry] = item.kind === 'burst' ? item.entries : [item.entry];
  if (!entry) return null;
  const oldest = item.kind === 'burst' ? item.entries.at(-1) : undefined;
  const marks = `${entry.warnings ? 'warned' : ''} ${item.kind === 'request' && item.isFolded ? 'folded' : ''}`;
  return (
    <div class={`row ${toneOf(entry)} ${marks} ${day ? 'new-day' : ''}`}>
      <Main {...props}>
        <span class="row-line">
          <span class="method">{entry.method}</span>
          <span class="cut endpoint">
            <EndpointText entry={entry}>
              {item.kind === 'burst' && <span class="accent strong"> ×{item.entries.length}</span>}
            </EndpointText>
          </span>
          <Time at={entry.at} />
          <StatusText entry={entry} />
        </span>
        <span class="row-line soft">
          <span class="cut" title={aboutOf(entry)}>
            <Words text={aboutOf(entry)} />
          </span>
          {oldest && <span>since {timeOfDay(oldest.at).slice(0, 8)}</span>}
          {day && <time class="strong">{day}</time>}
        </span>
      </Main>
    </div>
  );
}

function ChangeRow({ made, ...props }: RowProps & { made: Change }) {
  const { day, tabIndex } = props;
  const isDone = made.undo === 'done';
  return (
    <div class={`row change ${isDone ? 'undone' : ''} ${day ? 'new-day' : ''}`}>
      <Main {...props}>
        <span class="row-line">
          <span class="cut strong" dir="auto">
            <Words text={made.words} />
          </span>
          <Time at={made.at} />
        </span>
        <span class="row-line soft">
          <span class="cut">
            {isDone ? 'undone, ' : ''}by {authorText(made.author)}
          </span>
          {day && <time class="strong">{day}</time>}
        </span>
      </Main>
      {made.undo === 'possible' && made.id !== null && (
        <UndoButton id={made.id} words={made.words} tabIndex={tabIndex} />
      )}
    </div>
  );
}

function Main({ item, tabIndex, isSelected, onSelect, children }: RowProps & { children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="row-main"
      data-main
      tabIndex={tabIndex}
      aria-current={isSelected ? 'true' : undefined}
      aria-expanded={item.kind === 'burst' ? item.isOpen : undefined}
      onClick={(event) => onSelect(goesOn(event))}
    >
      {children}
    </button>
  );
}

/** Who made a change, in a sentence. */
export const authorText = (author: string) =>
  author === 'panel' ? 'the panel' : author === 'test' ? 'a test' : author;

function Time({ at }: { at: number }) {
  return <time class="soft figure">{timeOfDay(at).slice(0, 8)}</time>;
}

interface EndpointTextProps {
  entry: RequestEntry;
  children?: ComponentChildren;
}

/** The endpoint with the number of its issue, what follows it, and the project; without an endpoint, the path. */
export function EndpointText({ entry: { endpoint, path }, children }: EndpointTextProps) {
  const { projectId, issueNumber } = targetOf(endpoint ? path : '');
  return (
    <>
      <span class="target">
        <span class={endpoint ? 'strong' : 'figure'}>{endpoint ?? path.replace(/^\/api\/v1/, '')}</span>
        {issueNumber !== undefined && <span class="strong"> #{issueNumber}</span>}
        {children}
      </span>
      {projectId !== undefined && <bdi class="soft"> {projectId}</bdi>}
    </>
  );
}

export function StatusText({ entry }: { entry: RequestEntry }) {
  return (
    <span class={`status ${toneOf(entry)}`}>
      <span class="unseen">Status </span>
      {entry.status ?? (entry.reason === 'aborted' ? 'aborted' : 'lost')}
    </span>
  );
}
