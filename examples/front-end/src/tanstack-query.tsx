import type { IssueListItem, IssueStatus, IssueTrackingClient, Page, SettableStatus } from '@issue-tracking/sdk';
import { QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** The client retries by itself, and knows what is safe to send again: another three times on top would be eight requests. */
export function issueQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
}

/** The issues of a project with a status, as plain data: a cache copies it, and would lose the page's methods. */
export function issuesQuery(client: IssueTrackingClient, projectId: string, status: IssueStatus) {
  return queryOptions({
    queryKey: ['issues', projectId, status],
    // With the signal, a component that goes takes its request with it.
    queryFn: async ({ signal }) => (await client.issues.list(projectId, { status }, { signal })).toJSON(),
  });
}

interface IssuesProps {
  readonly client: IssueTrackingClient;
  readonly projectId: string;
}

/** Open issues, each with a button that starts it. */
export function OpenIssues({ client, projectId }: IssuesProps) {
  const { data, error, refetch } = useQuery(issuesQuery(client, projectId, 'open'));
  const start = useSetStatus({ client, projectId });
  if (error) {
    return (
      <p role="alert">
        {error.message}{' '}
        <button type="button" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (!data) return <p>Loading issues…</p>;
  return (
    <>
      {start.error && <p role="alert">{start.error.message}</p>}
      <ul>
        {data.data.map(({ issueNumber, title }) => (
          <li key={issueNumber}>
            {title}{' '}
            <button type="button" onClick={() => start.mutate({ issueNumber, status: 'in_progress' })}>
              Start
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface NewStatus {
  readonly issueNumber: number;
  readonly status: SettableStatus;
}

/** Sets a status. The issue leaves the list of open ones at once, and comes back where the service rejects. */
function useSetStatus({ client, projectId }: IssuesProps) {
  const queries = useQueryClient();
  const open = issuesQuery(client, projectId, 'open').queryKey;
  return useMutation({
    mutationFn: ({ issueNumber, status }: NewStatus) => client.issues.update(projectId, issueNumber, { status }),
    async onMutate({ issueNumber }) {
      // A list under way would bring the issue back.
      await queries.cancelQueries({ queryKey: open });
      const before = queries.getQueryData(open);
      queries.setQueryData(open, (page) => page && without(page, issueNumber));
      return before;
    },
    onError: (_error, _change, before) => queries.setQueryData(open, before),
    onSettled: () => queries.invalidateQueries({ queryKey: ['issues', projectId] }),
  });
}

function without(page: Page<IssueListItem>, issueNumber: number): Page<IssueListItem> {
  return { ...page, data: page.data.filter((issue) => issue.issueNumber !== issueNumber), total: page.total - 1 };
}
