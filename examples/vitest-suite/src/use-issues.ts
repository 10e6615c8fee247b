import type { IssueListItem, IssueStatus, IssueTrackingClient } from '@issue-tracking/sdk';
import { useEffect, useState } from 'react';

/** What a component shows. */
export type IssuesState =
  | { kind: 'loading' }
  | { kind: 'issues'; issues: readonly IssueListItem[] }
  | { kind: 'failed'; message: string };

/**
 * The first page of a project's issues that have a status. A request that nobody waits for any more, because the
 * component is gone or shows something else, is aborted; its answer is never shown.
 */
export function useIssues(client: IssueTrackingClient, projectId: string, status?: IssueStatus): IssuesState {
  const [state, setState] = useState<IssuesState>({ kind: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    setState({ kind: 'loading' });
    const show = (next: IssuesState) => {
      if (!controller.signal.aborted) setState(next);
    };
    client.issues
      .list(projectId, status ? { status } : {}, { signal: controller.signal })
      .then((page) => show({ kind: 'issues', issues: page.data }))
      .catch((error: Error) => show({ kind: 'failed', message: error.message }));
    return () => controller.abort();
  }, [client, projectId, status]);
  return state;
}
