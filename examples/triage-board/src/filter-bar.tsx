import type { IssuePriority } from '@issue-tracking/sdk';
import { type RefObject, useRef } from 'react';
import { priorities, priorityNames } from './texts.ts';
import type { BoardFilters } from './use-board.ts';

/** Options of {@link FilterBar}. */
export interface FilterBarProps {
  ref: RefObject<HTMLFormElement | null>;
  /** Labels to suggest. */
  labels: readonly string[];
  onChange(filters: BoardFilters): void;
}

/** Each change loads six columns, so a request for each typed letter would soon reach the rate limit. */
const pauseMs = 350;

/** Search, priority and label; what is typed counts when the typing pauses. */
export function FilterBar({ ref, labels, onChange }: FilterBarProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <search>
      <form
        ref={ref}
        className="filters"
        onSubmit={(event) => event.preventDefault()}
        onReset={() => clearTimeout(timer.current)}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange(filtersOf(new FormData(currentTarget))), pauseMs);
        }}
      >
        <label>
          Search
          <input type="search" name="q" placeholder="Title or description" maxLength={200} />
        </label>
        <label>
          Priority
          <select name="priority">
            <option value="">All</option>
            {priorities.map((priority) => (
              <option key={priority} value={priority}>
                {priorityNames[priority]}
              </option>
            ))}
          </select>
        </label>
        <label>
          Label
          <input type="search" name="label" list="labels" placeholder="Any" maxLength={200} />
        </label>
        <datalist id="labels">
          {labels.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
      </form>
    </search>
  );
}

function filtersOf(form: FormData): BoardFilters {
  const value = (name: string) => String(form.get(name)).trim() || undefined;
  return { q: value('q'), priority: value('priority') as IssuePriority | undefined, label: value('label') };
}
