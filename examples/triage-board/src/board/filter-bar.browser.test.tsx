import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type BoardFilters, FilterBar } from './filter-bar.tsx';

test('the search field keeps a letter that is typed when a search starts', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  const search = page.getByRole('searchbox', { name: 'Search' });
  const queries: unknown[] = [];

  function Filters() {
    const [filters, setFilters] = useState<BoardFilters>({});
    function change({ q }: BoardFilters): void {
      queries.push(q);
      setFilters({ q });
      // Before React has shown the filter that was just set.
      if (q === 'check') queueMicrotask(() => typeLetter(search.element(), 'o'));
    }
    return <FilterBar filters={filters} labels={[]} onChange={change} />;
  }

  root.render(<Filters />);
  await expect.element(search).toBeVisible();
  await userEvent.fill(search, 'check');
  await expect.poll(() => queries, { timeout: 20_000 }).toEqual(['check', 'checko']);
  await expect.element(search).toHaveValue('checko');
});

/** As a key does: the input has the new text when React hears of it. */
function typeLetter(input: Element, letter: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  value?.set?.call(input, `${value.get?.call(input)}${letter}`);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
