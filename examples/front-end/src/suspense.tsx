import type { IssueTrackingClient } from '@issue-tracking/sdk';
import { QueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense } from 'react';
import { issuesQuery } from './tanstack-query.tsx';

interface IssuesProps {
  readonly client: IssueTrackingClient;
  readonly projectId: string;
}

/** The boundaries: one waits, one shows what failed. The component itself knows neither. */
export function OpenIssuesPage(props: IssuesProps) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary onReset={reset}>
          <Suspense fallback={<p>Loading issues…</p>}>
            <Titles {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}

function Titles({ client, projectId }: IssuesProps) {
  const { data } = useSuspenseQuery(issuesQuery(client, projectId, 'open'));
  return (
    <ul>
      {data.data.map(({ issueNumber, title }) => (
        <li key={issueNumber}>{title}</li>
      ))}
    </ul>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  onReset(): void;
}

class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <p role="alert">
        {error.message}{' '}
        <button type="button" onClick={this.#again}>
          Try again
        </button>
      </p>
    );
  }

  readonly #again = () => {
    this.props.onReset();
    this.setState({ error: null });
  };
}
