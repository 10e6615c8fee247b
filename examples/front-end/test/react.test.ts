import './dom.ts';
import { virtualClock } from '@issue-tracking/mock';
import { environmentManager, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { describe, expect, test, vi } from 'vitest';
import { OpenIssuesPage } from '../src/suspense.tsx';
import { IssueData, OpenIssues as OpenIssuesOfSwr } from '../src/swr.tsx';
import { issueQueryClient, OpenIssues } from '../src/tanstack-query.tsx';
import { withPage } from './dom.ts';
import { press, show, titles, twoOpenIssues } from './recipe.ts';

withPage();
// Looked up once by default; other files of the process have no page.
environmentManager.setIsServer(() => !('window' in globalThis));

function inQueries(children: ReactNode) {
  const client = issueQueryClient();
  // By default a timer of five minutes forgets each.
  const { queries, mutations } = client.getDefaultOptions();
  const gcTime = Number.POSITIVE_INFINITY;
  client.setDefaultOptions({ queries: { ...queries, gcTime }, mutations: { ...mutations, gcTime } });
  return createElement(QueryClientProvider, { client }, children);
}
/** A separate cache, because SWR shares one cache in a process by default. */
const inOwnCache = (children: ReactNode) =>
  createElement(SWRConfig, { value: { provider: () => new Map() } }, children);

const lists = {
  'TanStack Query': (props: Parameters<typeof OpenIssues>[0]) => inQueries(createElement(OpenIssues, props)),
  SWR: (props: Parameters<typeof OpenIssues>[0]) =>
    inOwnCache(createElement(IssueData, null, createElement(OpenIssuesOfSwr, props))),
};

describe.each(Object.entries(lists))('a list with %s', (_name, list) => {
  test('shows the open issues', async () => {
    const place = show(list(await twoOpenIssues()));
    expect(place.textContent).not.toContain('Checkout');
    await vi.waitFor(() => expect(titles(place)).toEqual(['Search is slow', 'Checkout hangs']));
  });

  test('shows a failure after the retries of the client only, and loads again on "Try again" [ERR-5]', async () => {
    const { mock, ...props } = await twoOpenIssues();
    const failure = mock.faults.add({ endpoint: 'issues.list', status: 503, times: Number.POSITIVE_INFINITY });
    const place = show(list(props));
    await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('503'));
    expect(mock.requests.all()).toHaveLength(2);
    failure.remove();
    press(place, 'Try again');
    await vi.waitFor(() => expect(titles(place)).toHaveLength(2));
  });

  test('shows a change before the response', async () => {
    const { hold, ...props } = await twoOpenIssues(virtualClock());
    const place = show(list(props));
    await vi.waitFor(() => expect(titles(place)).toHaveLength(2));
    const release = hold();
    press(place, 'Start');
    await vi.waitFor(() => expect(titles(place)).toEqual(['Checkout hangs']));
    release();
    await vi.waitFor(async () => {
      expect(await props.client.issues.list(props.projectId, { status: 'in_progress' })).toMatchObject({ total: 1 });
    });
    expect(titles(place)).toEqual(['Checkout hangs']);
  });

  test('rolls back a rejected change and shows the reason', async () => {
    const { mock, ...props } = await twoOpenIssues();
    const place = show(list(props));
    await vi.waitFor(() => expect(titles(place)).toHaveLength(2));
    mock.faults.add({ endpoint: 'issues.update', status: 422, body: { error: 'Not from here' } });
    press(place, 'Start');
    await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('Not from here'));
    await vi.waitFor(() => expect(titles(place)).toEqual(['Search is slow', 'Checkout hangs']));
    // A rejected update is not retried.
    expect(mock.requests.all().filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });
});

test('with Suspense, the list shows a fallback while it loads, and a failure with a retry button', async () => {
  const { mock, ...props } = await twoOpenIssues();
  const failure = mock.faults.add({ endpoint: 'issues.list', status: 503, times: Number.POSITIVE_INFINITY });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const place = show(inQueries(createElement(OpenIssuesPage, props)));
  await vi.waitFor(() => expect(place.textContent).toContain('Loading issues…'));
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('503'));
  expect(mock.requests.all()).toHaveLength(2);
  failure.remove();
  press(place, 'Try again');
  await vi.waitFor(() => expect(titles(place)).toEqual(['Search is slow', 'Checkout hangs']));
  logged.mockRestore();
});
