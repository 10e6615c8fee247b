import type { IssueListItem, IssueTrackingClient } from '@issue-tracking/sdk';
import { computed, onScopeDispose, shallowRef } from 'vue';

type IssuePage = Awaited<ReturnType<IssueTrackingClient['issues']['list']>>;

/**
 * A project's open issues, page by page. `shallowRef`, not `ref`, which wraps each issue in a proxy. A client in a proxy
 * would throw a `TypeError`, because it can't reach its own private members.
 */
export function useOpenIssues(client: IssueTrackingClient, projectId: string) {
  const page = shallowRef<IssuePage | null>(null);
  const issues = shallowRef<readonly IssueListItem[]>([]);
  const error = shallowRef<Error | null>(null);
  const controller = new AbortController();
  onScopeDispose(() => controller.abort());

  async function loadMore(): Promise<void> {
    error.value = null;
    try {
      const query = { status: 'open', page: (page.value?.page ?? 0) + 1 } as const;
      const next = await client.issues.list(projectId, query, { signal: controller.signal });
      if (controller.signal.aborted) return;
      page.value = next;
      issues.value = [...issues.value, ...next.data];
    } catch (failure) {
      if (!controller.signal.aborted) error.value = failure instanceof Error ? failure : new Error(String(failure));
    }
  }

  const hasMore = computed(() => !page.value || page.value.page < page.value.totalPages);
  return { issues, error, loadMore, hasMore };
}
