import { world } from '@issue-tracking/mock/demo';
import type { IssueTrackingParameters } from '@issue-tracking/mock/storybook';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { longTexts, manyIssues, shopIssues } from './shop-issues.ts';
import { StoryBoard } from './story-board.tsx';

export default {
  title: 'Triage board',
  render: (_args, { issueTracking }) => <StoryBoard {...issueTracking} title="Web shop" />,
} satisfies Meta;

type Story = StoryObj;

export const Board: Story = service({ issues: shopIssues });

/** No response comes, and the client waits for it as long as the story is shown. */
export const Loading: Story = service({ latencyMs: Number.POSITIVE_INFINITY });

export const ManyPages: Story = service({ issues: manyIssues });

/** A year of a large project. A function, so that Storybook doesn't pass the records to its manager. */
export const TwoThousand: Story = {
  parameters: { issueTracking: () => ({ world: world({ issuesPerProject: 2000 }) }) },
};

/** Nothing that people write breaks the page: texts, names and labels of 500 characters without a blank. */
export const LongTextsOpen: Story = {
  ...service({ issues: longTexts }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /LongTitle/ }));
    await canvas.findByRole('combobox', { name: 'Status' });
  },
};

/** The one field set that the list is described with (GAP-19). */
export const ListWithReporters: Story = service({ issues: shopIssues, behavior: { listItem: 'reporter' } });

/** The other one. */
export const ListWithLabels: Story = service({ issues: shopIssues, behavior: { listItem: 'labels' } });

/** Some columns come, then the service has had enough. */
export const RateLimited: Story = service({ issues: shopIssues, rateLimit: { requests: 3 } });

export const NothingMatches: Story = {
  ...Board,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox', { name: 'Search' }), 'unicorn');
    await canvas.findByRole('heading', { name: 'No issue matches' });
  },
};

export const IssueOpen: Story = {
  ...Board,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Checkout hangs/ }));
    await canvas.findByRole('combobox', { name: 'Status' });
  },
};

/** The board is there, the issue is not. */
export const IssueFailed: Story = {
  ...service({
    issues: shopIssues,
    faults: [{ endpoint: 'issues.get', status: 500, times: Number.POSITIVE_INFINITY }],
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Checkout hangs/ }));
    await canvas.findByRole('heading', { name: 'Issue not loaded' });
  },
};

/** The service rejects what the board offers; which moves it permits is not specified (GAP-4, GAP-5). */
export const StatusRejected: Story = {
  ...service({ issues: shopIssues, behavior: { transitions: { open: ['in_progress'] } } }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Checkout hangs/ }));
    await userEvent.selectOptions(await canvas.findByRole('combobox', { name: 'Status' }), 'fix_submitted');
    await canvas.findByText(/The service rejected this/);
  },
};

/** A user with read access writes a comment. The service rejects it, and the text stays in the field. */
export const CommentRejected: Story = {
  ...service({ issues: shopIssues, scopes: ['projects:read', 'issues:read'] }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Checkout hangs/ }));
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Add a comment' }), 'Seen in Edge as well.');
    await userEvent.click(canvas.getByRole('button', { name: 'Comment' }));
    await canvas.findByText(/The service rejected this/);
  },
};

/** A story whose board talks to this service; Storybook itself would take anything for a parameter. */
function service(issueTracking: IssueTrackingParameters): Story {
  return { parameters: { issueTracking } };
}
