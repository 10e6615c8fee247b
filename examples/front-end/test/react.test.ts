import './dom.ts';
import { virtualClock } from '@issue-tracking/mock';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { describe, expect, test, vi } from 'vitest';
import { OpenIssuesPage } from '../src/suspense.tsx';
import { IssueData, OpenIssues as OpenIssuesOfSwr } from '../src/swr.tsx';
import { issueQueryClient, OpenIssues } from '../src/tanstack-query.tsx';
import { press, show, titles, twoOpenIssues } from './recipe.ts';

const inQueries = (children: ReactNode) => createElement(QueryClientProvider, { client: issueQueryClient() }, children);
/** SWR has one cache for all pages of a process, unless told otherwise. */
const inOwnCache = (children: ReactNode) =>
  createElement(SWRConfig, { value: { provider: () => new Map() } }, children);
const soon = { timeout: 10_000 };

const lists = {
  'TanStack Query': (props: Parameters<typeof OpenIssues>[0]) => inQueries(createElement(OpenIssues, props)),
  SWR: (props: Parameters<typeof OpenIssues>[0]) =>
    inOwnCache(createElement(IssueData, null, createElement(OpenIssuesOfSwr, props))),
};

describe.each(Object.entries(lists))('a list with %s', { timeout: 30_000 }, (_name, list) => {
  test('shows what there is', async () => {
    const place = show(list(await twoOpenIssues()));
    expect(place.textContent).not.toContain('Checkout');
    await vi.waitFor(() => expect(titles(place)).toEqual(['Search is slow', 'Checkout hangs']), soon);
  });

  test('shows a failure after the attempts of the client alone, and tries again when told to [ERR-5]', async () => {
    const { mock, ...props } = await twoOpenIssues();
    const failure = mock.faults.add({ endpoint: 'issues.list', status: 503, times: Number.POSITIVE_INFINITY });
    const place = show(list(props));
    await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('503'), soon);
    expect(mock.requests.all()).toHaveLength(2);
    failure.remove();
    press(place, 'Try again');
    await vi.waitFor(() => expect(titles(place)).toHaveLength(2), soon);
  });

  test('shows a change before the service has responded', async () => {
    const { hold, ...props } = await twoOpenIssues(virtualClock());
    const place = show(list(props));
    await vi.waitFor(() => expect(titles(place)).toHaveLength(2), soon);
    const release = hold();
    press(place, 'Start');
    await vi.waitFor(() => expect(titles(place)).toEqual(['Checkout hangs']), soon);
    release();
    await vi.waitFor(async () => {
      expect(await props.client.issues.list(props.projectId, { status: 'in_progress' })).toMatchObject({ total: 1 });
    }, soon);
    expect(titles(place)).toEqual(['Checkout hangs']);
  });

  test('takes a change back that the service rejects, and says why', async () => {
    const { mock, ...props } = await twoOpenIssues();
    const place = show(list(props));
    await vi.waitFor(() => expect(titles(place)).toHaveLength(2), soon);
    mock.faults.add({ endpoint: 'issues.update', status: 422, body: { error: 'Not from here' } });
    press(place, 'Start');
    await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('Not from here'), soon);
    await vi.waitFor(() => expect(titles(place)).toEqual(['Search is slow', 'Checkout hangs']), soon);
    // Sent once: what was rejected is not tried again.
    expect(mock.requests.all().filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });
});

test('with Suspense, one boundary waits and the other shows a failure and tries again', async () => {
  const { mock, ...props } = await twoOpenIssues();
  const failure = mock.faults.add({ endpoint: 'issues.list', status: 503, times: Number.POSITIVE_INFINITY });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const place = show(inQueries(createElement(OpenIssuesPage, props)));
  await vi.waitFor(() => expect(place.textContent).toContain('Loading issues…'), soon);
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('503'), soon);
  expect(mock.requests.all()).toHaveLength(2);
  failure.remove();
  press(place, 'Try again');
  await vi.waitFor(() => expect(titles(place)).toEqual(['Search is slow', 'Checkout hangs']), soon);
  logged.mockRestore();
});
