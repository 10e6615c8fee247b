import type { IssuePriority } from '@issue-tracking/sdk';
import { useEffect, useId, useRef, useState } from 'react';
import { priorities, priorityNames } from '../names.ts';

/** Filters of the board; without any, it shows all issues. */
export interface BoardFilters {
  /** Text in title or description. */
  q?: string | undefined;
  priority?: IssuePriority | undefined;
  /** A label's whole name. */
  label?: string | undefined;
}

/** Options of {@link FilterBar}. */
export interface FilterBarProps {
  filters: BoardFilters;
  /** Labels to suggest. */
  labels: readonly string[];
  /** Some of the filters have changed. */
  onChange(changed: BoardFilters): void;
}

/** Search, priority and label; what is typed counts when the typing pauses. */
export function FilterBar({ filters, labels, onChange }: FilterBarProps) {
  const suggestions = useId();
  return (
    <search className="filters">
      <TypedFilter
        name="Search"
        placeholder="Title or description"
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <label>
        Priority
        <select
          value={filters.priority ?? ''}
          onChange={({ target }) => onChange({ priority: priorities.find((each) => each === target.value) })}
        >
          <option value="">All</option>
          {priorities.map((priority) => (
            <option key={priority} value={priority}>
              {priorityNames[priority]}
            </option>
          ))}
        </select>
      </label>
      <TypedFilter
        name="Label"
        placeholder="Any"
        value={filters.label}
        list={suggestions}
        onChange={(label) => onChange({ label })}
      />
      <datalist id={suggestions}>
        {labels.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </search>
  );
}

interface TypedFilterProps {
  name: string;
  placeholder: string;
  value: string | undefined;
  list?: string;
  onChange(value: string | undefined): void;
}

const pauseMs = 350;

/** A text field that waits for a pause. Each change loads six columns, so a request for each letter would soon reach the rate limit. */
function TypedFilter({ name, placeholder, value = '', list, onChange }: TypedFilterProps) {
  const [text, setText] = useState(value);
  const requested = useRef(value);

  // Show a value that was set elsewhere, such as by "Clear". The requested value may be older than the text, so showing it would remove
  // letters that were typed since.
  useEffect(() => {
    if (value !== requested.current) setText(value);
    requested.current = value;
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typed text starts the wait
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => {
      requested.current = wanted;
      onChange(wanted || undefined);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <label>
      {name}
      <input
        type="search"
        list={list}
        value={text}
        placeholder={placeholder}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  );
}
