import { createMock, virtualClock } from '@issue-tracking/mock';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { pageClient } from '../src/page-client.ts';

/**
 * A mock with a project of two open issues, and a client as a page makes it. Waits between attempts pass at once, unless
 * time stands still. `hold` keeps back what is sent from then on, until what it returns is called.
 */
export async function twoOpenIssues(clock = virtualClock({ auto: true })) {
  const mock = createMock({ clock });
  const { clientOptions, project } = await mock.tenant({
    issues: [{ title: 'Checkout hangs' }, { title: 'Search is slow' }],
  });
  let held = Promise.resolve();
  const fetch: typeof globalThis.fetch = async (...request) => {
    await held;
    return clientOptions.fetch(...request);
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { mock, projectId: project.id, client: pageClient({ ...clientOptions, fetch }), hold };
}

/** Shows an element in a page of its own until the test ends. */
export function show(element: ReactNode): HTMLElement {
  const place = document.body.appendChild(document.createElement('main'));
  const root = createRoot(place);
  root.render(element);
  onTestFinished(async () => {
    root.unmount();
    place.remove();
    // React ends its work in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
  });
  return place;
}

/** The text of each list item, without its button. */
export function titles(place: HTMLElement): string[] {
  return [...place.querySelectorAll('li')].map((item) => item.firstChild?.textContent?.trim() ?? '');
}

/** Presses the first button with this name. */
export function press(place: HTMLElement, name: string): void {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`There is no button ${name} in ${place.textContent}`);
  button.click();
}
