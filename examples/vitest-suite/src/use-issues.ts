import type { IssueListItem, IssueStatus, IssueTrackingClient } from '@issue-tracking/sdk';
import { useEffect, useState } from 'react';

/** The state that a component shows. */
export type IssuesState =
  | { kind: 'loading' }
  | { kind: 'issues'; issues: readonly IssueListItem[] }
  | { kind: 'failed'; message: string };

/**
 * Loads the first page of a project's issues with a status. Aborts the request if the component is gone or shows something else;
 * its response is never shown.
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
