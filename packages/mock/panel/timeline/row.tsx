/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Change, RequestEntry } from '../../src/control/types.ts';
import { UndoButton } from '../parts/button.tsx';
import { goesOn } from '../parts/goes-on.ts';
import { timeOfDay } from '../parts/times.ts';
import type { Item } from './items.ts';
import { aboutOf, targetOf, toneOf } from './words.ts';

interface RowProps {
  item: Item;
  tabIndex: 0 | -1;
  isSelected: boolean;
  /** Called with whether the focus goes on to what is selected. */
  onSelect: (goesOn: boolean) => void;
}

/** A request, a burst of requests, or a change. */
export function Row({ item, ...rest }: RowProps) {
  if (item.kind === 'change') return <ChangeRow made={item.made} {...rest} />;
  const [entry] = item.kind === 'burst' ? item.entries : [item.entry];
  if (!entry) return null;
  const oldest = item.kind === 'burst' ? item.entries.at(-1) : undefined;
  return (
    <div
      class={`row ${toneOf(entry)} ${entry.warnings ? 'warned' : ''} ${item.kind === 'request' && item.isFolded ? 'folded' : ''}`}
    >
      <Main at={entry.at} isOpen={item.kind === 'burst' ? item.isOpen : undefined} {...rest}>
        <span class="row-line">
          <span class="method">{entry.method}</span>
          <span class="cut">
            <EndpointText entry={entry} />
            {item.kind === 'burst' && <span class="accent strong"> ×{item.entries.length}</span>}
          </span>
          <Time at={entry.at} />
          <StatusText entry={entry} />
        </span>
        <span class="row-line soft">
          <span class="cut" title={aboutOf(entry)}>
            {aboutOf(entry)}
          </span>
          {oldest && <span>since {timeOfDay(oldest.at).slice(0, 8)}</span>}
        </span>
      </Main>
    </div>
  );
}

function ChangeRow({ made, ...rest }: Omit<RowProps, 'item'> & { made: Change }) {
  const isDone = made.undo === 'done';
  return (
    <div class={`row change ${isDone ? 'undone' : ''}`}>
      <Main at={made.at} {...rest}>
        <span class="row-line">
          <span class="cut strong" dir="auto">
            {made.words}
          </span>
          <Time at={made.at} />
        </span>
        <span class="row-line soft">
          {isDone ? 'undone, ' : ''}by {authorText(made.author)}
        </span>
      </Main>
      {made.undo === 'possible' && made.id !== null && (
        <UndoButton id={made.id} words={made.words} tabIndex={rest.tabIndex} />
      )}
    </div>
  );
}

interface MainProps extends Omit<RowProps, 'item'> {
  at: number;
  isOpen?: boolean | undefined;
  children: ComponentChildren;
}

function Main({ tabIndex, isSelected, isOpen, onSelect, children }: MainProps) {
  return (
    <button
      type="button"
      class="row-main"
      data-main
      tabIndex={tabIndex}
      aria-current={isSelected ? 'true' : undefined}
      aria-expanded={isOpen}
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

/** The endpoint with the number of its issue; otherwise the path. */
export function EndpointText({ entry: { endpoint, path } }: { entry: RequestEntry }) {
  const { projectId, issueNumber } = targetOf(path);
  if (endpoint === undefined) return <span class="figure">{path.replace(/^\/api\/v1/, '')}</span>;
  return (
    <>
      <span class="strong">
        {endpoint}
        {issueNumber !== undefined && ` #${issueNumber}`}
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
