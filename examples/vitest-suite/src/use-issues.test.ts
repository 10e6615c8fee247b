// @vitest-environment happy-dom
import { createMock, virtualClock } from '@issue-tracking/mock';
import { test as base } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { useIssues } from './use-issues.ts';

// Each response takes a second of the mock's clock. The test moves the clock, so it can check the state in between.
const test = base
  .extend('client', ({ clientOptions }) => new IssueTrackingClient(clientOptions))
  .extend('mock', () => {
    const mock = createMock({ clock: virtualClock() });
    mock.faults.add({ delayMs: 1000, times: null });
    return mock;
  })
  .extend('tenant', ({ mock }) => mock.tenant({ issues: [{ title: 'One' }, { title: 'Two', status: 'blocked' }] }));
afterEach(cleanup);

test('the hook returns the loading state, then the issues', async ({ client, mock, tenant }) => {
  const { result } = renderHook(() => useIssues(client, tenant.project.id));
  expect(result.current).toEqual({ kind: 'loading' });
  await act(() => mock.clock.advance(1000));
  expect(result.current).toMatchObject({ kind: 'issues', issues: [{ title: 'Two' }, { title: 'One' }] });
});

test('the hook does not return the response to an aborted request', async ({ client, mock, tenant }) => {
  const { result, rerender } = renderHook(({ status }) => useIssues(client, tenant.project.id, status), {
    initialProps: { status: 'open' as 'open' | 'blocked' },
  });
  await act(() => mock.clock.advance(500));
  rerender({ status: 'blocked' });
  await act(() => mock.clock.advance(999));
  expect(result.current).toEqual({ kind: 'loading' });
  await act(() => mock.clock.advance(1));
  expect(result.current).toMatchObject({ issues: [{ title: 'Two' }] });
});

test('an unmounted component leaves no request in flight or queued', async ({ client, mock, tenant }) => {
  const { unmount } = renderHook(() => useIssues(client, tenant.project.id));
  await act(() => mock.clock.advance(500));
  unmount();
  await mock.clock.advance(60_000);
  expect(mock.requests.all()).toHaveLength(1);
  expect(client.rateLimit.queued).toBe(0);
});

test('the hook returns a failure as a message', async ({ client, mock, tenant }) => {
  const { result } = renderHook(() => useIssues(client, 'prj_none'));
  await act(() => mock.clock.advance(1000));
  expect(result.current).toEqual({ kind: 'failed', message: expect.stringContaining('404') });
  expect(tenant.project.id).not.toBe('prj_none');
});
