import type { IssueListItem, IssueTrackingClient } from '@issue-tracking/sdk';
import { computed, onScopeDispose, shallowRef } from 'vue';

type IssuePage = Awaited<ReturnType<IssueTrackingClient['issues']['list']>>;

/**
 * A project's open issues, page by page. `shallowRef`, not `ref`: that one wraps what it holds in a proxy, and a page or
 * a client in a proxy can't reach its own private members: `nextPage()` would throw a `TypeError`.
 */
export function useOpenIssues(client: IssueTrackingClient, projectId: string) {
  const page = shallowRef<IssuePage | null>(null);
  const issues = shallowRef<readonly IssueListItem[]>([]);
  const error = shallowRef<Error | null>(null);
  const controller = new AbortController();
  onScopeDispose(() => controller.abort());

  async function show(read: () => Promise<IssuePage | null>): Promise<void> {
    error.value = null;
    try {
      const next = await read();
      if (!next || controller.signal.aborted) return;
      page.value = next;
      issues.value = [...issues.value, ...next.data];
    } catch (failure) {
      if (!controller.signal.aborted) error.value = failure instanceof Error ? failure : new Error(String(failure));
    }
  }

  const loadMore = () =>
    show(async () =>
      page.value
        ? page.value.nextPage()
        : client.issues.list(projectId, { status: 'open' }, { signal: controller.signal }),
    );
  return { issues, error, loadMore, hasMore: computed(() => page.value?.hasNextPage() ?? true) };
}
