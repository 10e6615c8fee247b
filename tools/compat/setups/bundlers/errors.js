import { isIssueTrackingError, NotFoundError } from '@issue-tracking/sdk';

globalThis.tell = (error) => (error instanceof NotFoundError ? 'nothing there' : isIssueTrackingError(error));
