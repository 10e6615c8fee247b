import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

// One mock for the page and the route handler, which Next may load as two copies of this module.
globalThis.mock ??= createMock();
export const mock = globalThis.mock;
export const client = new IssueTrackingClient(mock.clientOptions);
