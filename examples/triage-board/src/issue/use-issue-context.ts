import type { IssueContext, IssueTrackingClient } from '@issue-tracking/sdk';
import { useEffect, useState } from 'react';

/** An issue with everything captured with it, as far as it is known. */
export interface LoadedContext {
  readonly context: IssueContext | null;
  readonly error: unknown;
}

/** Reads one issue whole; leaving it stops the requests. */
export function useIssueContext(client: IssueTrackingClient, projectId: string, issueNumber: number): LoadedContext {
  const [loaded, setLoaded] = useState<LoadedContext>({ context: null, error: null });

  useEffect(() => {
    const controller = new AbortController();
    client.issues.context(projectId, issueNumber, { signal: controller.signal }).then(
      (context) => setLoaded({ context, error: null }),
      (error: unknown) => {
        if (!controller.signal.aborted) setLoaded({ context: null, error });
      },
    );
    return () => controller.abort();
  }, [client, projectId, issueNumber]);

  return loaded;
}
