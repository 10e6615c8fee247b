import type { IssueTrackingParameters, LoadedIssueTracking } from '@issue-tracking/mock/storybook';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { boardClient } from '../client.ts';
import { manyIssues, shopIssues } from './shop-issues.ts';
import { TriageBoard } from './triage-board.tsx';

export default {
  title: 'Triage board',
  render: (_args, { loaded }) => {
    const { clientOptions, projectId } = (loaded as LoadedIssueTracking).issueTracking;
    return <TriageBoard client={boardClient(clientOptions)} projectId={projectId} title="Web shop" />;
  },
} satisfies Meta;

type Story = StoryObj;

export const Board: Story = service({ issues: shopIssues });

/** Neither the answer's delay nor the client's timeout ever passes: the clock stands. */
export const Loading: Story = service({
  clock: '2026-04-01T09:30:00.000Z',
  faults: [{ endpoint: 'issues.list', delayMs: 1, times: Number.POSITIVE_INFINITY }],
});

export const Empty: Story = service({ issues: 0 });

export const ManyPages: Story = service({ issues: manyIssues });

/** The one field set that the list is described with (GAP-19). */
export const ListWithReporters: Story = service({ issues: shopIssues, readings: { listItem: 'reporter' } });

/** The other one. */
export const ListWithLabels: Story = service({ issues: shopIssues, readings: { listItem: 'labels' } });

export const NoScope: Story = service({ issues: shopIssues, scopes: ['projects:read'] });

/** Some columns come, then the service has had enough. */
export const RateLimited: Story = service({ issues: shopIssues, rateLimit: { requests: 3 } });

export const ServerError: Story = service({
  issues: shopIssues,
  faults: [{ endpoint: 'issues.list', status: 500, times: Number.POSITIVE_INFINITY }],
});

export const IssueOpen: Story = {
  ...Board,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Checkout hangs/ }));
    await canvas.findByRole('combobox', { name: 'Status' });
  },
};

/** The service refuses what the board offers; which moves it permits is not specified (GAP-4, GAP-5). */
export const StatusRefused: Story = {
  ...service({ issues: shopIssues, readings: { transitions: { open: ['in_progress'] } } }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Checkout hangs/ }));
    await userEvent.selectOptions(await canvas.findByRole('combobox', { name: 'Status' }), 'fix_submitted');
    await canvas.findByRole('alert');
  },
};

/** A story whose board talks to this service; Storybook itself would take anything for a parameter. */
function service(issueTracking: IssueTrackingParameters): Story {
  return { parameters: { issueTracking } };
}
