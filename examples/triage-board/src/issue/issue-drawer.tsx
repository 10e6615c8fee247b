import type { IssuePriority, IssueTrackingClient, SettableStatus } from '@issue-tracking/sdk';
import { useEffect, useId, useRef } from 'react';
import { errorText, isWorthRetrying } from '../error-text.ts';
import { IssueContent } from './issue-content.tsx';
import { useBackdrop } from './use-backdrop.ts';
import { useIssueContext } from './use-issue-context.ts';

/** Options of {@link IssueDrawer}. */
export interface IssueDrawerProps {
  client: IssueTrackingClient;
  projectId: string;
  issueNumber: number;
  onClose(): void;
  /** The service has accepted the new status. */
  onStatusChange(to: SettableStatus): void;
  /** The service has accepted the new priority. */
  onPriorityChange(to: IssuePriority): void;
}

/** One issue beside the board, with its content, its controls and its captured data. */
export function IssueDrawer({ client, projectId, issueNumber, onClose, ...changes }: IssueDrawerProps) {
  const { context, error, retry } = useIssueContext(client, projectId, issueNumber);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const heading = useId();
  const backdrop = useBackdrop(() => dialog.current?.close());
  const isLoading = !context && error === null;

  // A modal dialog keeps the focus inside and closes on Escape: all the browser's own work.
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-labelledby={heading}
      aria-busy={isLoading}
      onClose={onClose}
      {...backdrop}
    >
      <div className="drawer-content">
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
          <div className="banner">
            <p role="alert">{errorText(error)}</p>
            {isWorthRetrying(error) && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  // The button goes away now.
                  title.current?.focus();
                  retry();
                }}
              >
                Try again
              </button>
            )}
          </div>
        )}
        {context && <IssueContent client={client} projectId={projectId} context={context} {...changes} />}
      </div>
    </dialog>
  );
}
