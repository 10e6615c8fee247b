import {
  type IssueContext,
  type IssuePriority,
  type IssueTrackingClient,
  type SettableStatus,
  settableStatuses,
} from '@issue-tracking/sdk';
import { useEffect, useId, useRef, useState } from 'react';
import { CapturedContext } from './captured-context.tsx';
import { ChoiceField } from './choice-field.tsx';
import { Comments } from './comments.tsx';
import { FailureBanner } from './failure-banner.tsx';
import { priorities, priorityNames, statusNames } from './texts.ts';

/** Options of {@link IssueDrawer}. */
export interface IssueDrawerProps {
  client: IssueTrackingClient;
  projectId: string;
  issueNumber: number;
  onClose(): void;
  /** The service has accepted these changes. */
  onChange(changes: { status?: SettableStatus; priority?: IssuePriority }): void;
}

/** One issue beside the board, with its controls and all its captured data. */
export function IssueDrawer({ client, projectId, issueNumber, onClose, onChange }: IssueDrawerProps) {
  const { context, error, retry } = useIssueContext(client, projectId, issueNumber);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const heading = useId();
  const isLoading = !context && error === null;

  // A modal dialog keeps the focus inside, and closes on Escape and on a click beside it: all the browser's own work.
  useEffect(() => dialog.current?.showModal(), []);

  async function update(changes: { status: SettableStatus } | { priority: IssuePriority }): Promise<void> {
    await client.issues.update(projectId, issueNumber, changes);
    onChange(changes);
  }

  return (
    <dialog
      ref={dialog}
      className="drawer"
      closedby="any"
      aria-labelledby={heading}
      aria-busy={isLoading}
      onClose={onClose}
    >
      <header className="drawer-header">
        <p className="number">#{issueNumber}</p>
        <h2 ref={title} id={heading} tabIndex={-1} dir="auto">
          {context?.issue.title ?? (isLoading ? 'Loading…' : 'Issue not loaded')}
        </h2>
        <button type="button" className="close" aria-label="Close" onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      <p className="visually-hidden" role="status">
        {isLoading ? `Loading issue #${issueNumber}` : ''}
      </p>
      {error !== null && (
        <FailureBanner
          error={error}
          onRetry={() => {
            // The button goes away now.
            title.current?.focus();
            retry();
          }}
        />
      )}
      {context && (
        <>
          <div className="choices">
            <ChoiceField
              label="Status"
              value={context.issue.status}
              values={settableStatuses}
              names={statusNames}
              onChange={(status) => update({ status })}
            />
            <ChoiceField
              label="Priority"
              value={context.issue.priority}
              values={priorities}
              names={priorityNames}
              onChange={(priority) => update({ priority })}
            />
          </div>
          <CapturedContext context={context} />
          <Comments
            comments={context.comments}
            onAdd={(content) => client.issues.comments.create(projectId, issueNumber, { content })}
          />
        </>
      )}
    </dialog>
  );
}

/** Reads one issue with everything captured with it; leaving it stops the requests. `retry` reads it again. */
function useIssueContext(client: IssueTrackingClient, projectId: string, issueNumber: number) {
  const [context, setContext] = useState<IssueContext | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same issue again
  useEffect(() => {
    const controller = new AbortController();
    setError(null);
    client.issues.context(projectId, issueNumber, { signal: controller.signal }).then(setContext, (reason: unknown) => {
      if (!controller.signal.aborted) setError(reason);
    });
    return () => controller.abort();
  }, [client, projectId, issueNumber, attempt]);

  return { context, error, retry: () => setAttempt(attempt + 1) };
}
