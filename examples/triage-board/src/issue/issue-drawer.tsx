import type { IssueTrackingClient, SettableStatus } from '@issue-tracking/sdk';
import { useEffect, useId, useRef } from 'react';
import { errorText } from '../error-text.ts';
import { CapturedContext } from './captured-context.tsx';
import { IssueFacts } from './issue-facts.tsx';
import { StatusField } from './status-field.tsx';
import { useIssueContext } from './use-issue-context.ts';

/** Options of {@link IssueDrawer}. */
export interface IssueDrawerProps {
  client: IssueTrackingClient;
  projectId: string;
  issueNumber: number;
  onClose(): void;
  /** The service has accepted the new status. */
  onStatusChange(to: SettableStatus): void;
}

/** One issue beside the board: what it says, its status to change, and what was captured with it. */
export function IssueDrawer({ client, projectId, issueNumber, onClose, onStatusChange }: IssueDrawerProps) {
  const { context, error } = useIssueContext(client, projectId, issueNumber);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // A modal dialog keeps the focus inside, closes on Escape and gives the focus back: all the browser's own work.
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} className="drawer" aria-labelledby={heading} aria-busy={!context && !error} onClose={onClose}>
      <header className="drawer-header">
        <p className="number">#{issueNumber}</p>
        <h2 id={heading}>{context?.issue.title ?? (error ? 'Issue not loaded' : 'Loading…')}</h2>
        <button type="button" className="close" aria-label="Close" onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      {error !== null && (
        <p className="field-error" role="alert">
          {errorText(error)}
        </p>
      )}
      {context && (
        <>
          <StatusField
            status={context.issue.status}
            onChange={async (status) => {
              await client.issues.update(projectId, issueNumber, { status });
              onStatusChange(status);
            }}
          />
          <IssueFacts issue={context.issue} />
          <CapturedContext context={context} />
        </>
      )}
    </dialog>
  );
}
