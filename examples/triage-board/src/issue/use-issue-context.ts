import type { IssueContext, IssueTrackingClient } from '@issue-tracking/sdk';
import { useEffect, useState } from 'react';

interface LoadedContext {
  readonly context: IssueContext | null;
  readonly error: unknown;
}

const nothingYet: LoadedContext = { context: null, error: null };

/** Reads one issue with everything captured with it; leaving it stops the requests. `retry` reads it again. */
export function useIssueContext(
  client: IssueTrackingClient,
  projectId: string,
  issueNumber: number,
): LoadedContext & { retry(): void } {
  const [loaded, setLoaded] = useState(nothingYet);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same issue again
  useEffect(() => {
    const controller = new AbortController();
    setLoaded(nothingYet);
    client.issues.context(projectId, issueNumber, { signal: controller.signal }).then(
      (context) => setLoaded({ context, error: null }),
      (error: unknown) => {
        if (!controller.signal.aborted) setLoaded({ context: null, error });
      },
    );
    return () => controller.abort();
  }, [client, projectId, issueNumber, attempt]);

  return { ...loaded, retry: () => setAttempt(attempt + 1) };
}
