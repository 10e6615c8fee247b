import type { IssueListItem, IssueTrackingClient, Page } from '@issue-tracking/sdk';
import { type ReactNode, useState } from 'react';
import useSWR, { SWRConfig } from 'swr';

/** Turns the retries of SWR off. The client retries by itself, and SWR would repeat the request while the page is open. */
export function IssueData({ children }: { readonly children: ReactNode }) {
  return <SWRConfig value={{ shouldRetryOnError: false }}>{children}</SWRConfig>;
}

interface IssuesProps {
  readonly client: IssueTrackingClient;
  readonly projectId: string;
}

/** Open issues, each with a button that starts it: it leaves the list at once, and comes back where the service rejects. */
export function OpenIssues({ client, projectId }: IssuesProps) {
  const { data, error, mutate } = useSWR<Page<IssueListItem>, unknown>(['issues', projectId, 'open'], async () =>
    (await client.issues.list(projectId, { status: 'open' })).toJSON(),
  );

  const [rejection, setRejection] = useState<Error | null>(null);

  const start = async (issueNumber: number) => {
    setRejection(null);
    const change = async () => {
      await client.issues.update(projectId, issueNumber, { status: 'in_progress' });
      return undefined;
    };
    const optimisticData = (page?: Page<IssueListItem>) => without(page, issueNumber);
    try {
      await mutate(change, { optimisticData, populateCache: false, rollbackOnError: true });
    } catch (failure) {
      setRejection(failure instanceof Error ? failure : new Error(String(failure)));
    }
  };

  if (error instanceof Error) {
    return (
      <p role="alert">
        {error.message}{' '}
        <button type="button" onClick={() => void mutate()}>
          Try again
        </button>
      </p>
    );
  }
  if (!data) return <p>Loading issues…</p>;
  return (
    <>
      {rejection && <p role="alert">{rejection.message}</p>}
      <ul>
        {data.data.map(({ issueNumber, title }) => (
          <li key={issueNumber}>
            {title}{' '}
            <button type="button" onClick={() => void start(issueNumber)}>
              Start
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const nothing: Page<IssueListItem> = { data: [], total: 0, page: 1, totalPages: 1 };

function without(page: Page<IssueListItem> = nothing, issueNumber: number): Page<IssueListItem> {
  return { ...page, data: page.data.filter((issue) => issue.issueNumber !== issueNumber), total: page.total - 1 };
}
