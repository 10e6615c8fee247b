import type { IssueTrackingParameters } from '@issue-tracking/mock/storybook';
import type { Meta, StoryObj } from '@storybook/react-vite';
import MockDate from 'mockdate';
import { expect, userEvent } from 'storybook/test';
import { longTexts, shopIssues } from './shop-issues.ts';
import { StoryBoard } from './story-board.tsx';

/** Arguments of the stories: the title is the board's, the others are the mock's. */
interface Args {
  title: string;
  issues: number;
  scenario: NonNullable<IssueTrackingParameters['scenario']>;
  latencyMs: number;
  scopes: NonNullable<IssueTrackingParameters['scopes']>;
}

/** The board in each state of the service. Change an argument of the mock, and the story starts over with another mock. */
const meta: Meta<Args> = {
  title: 'States',
  tags: ['autodocs'],
  args: {
    title: 'Web shop',
    issues: 12,
    scenario: 'normal',
    latencyMs: 0,
    scopes: ['projects:read', 'issues:read', 'issues:write'],
  },
  argTypes: {
    issues: { control: { type: 'range', min: 0, max: 500 } },
    scenario: {
      control: 'select',
      options: ['normal', 'slow', 'failing', 'offline', 'rateLimited', 'forbidden', 'empty'],
    },
    latencyMs: { control: { type: 'range', min: 0, max: 5000, step: 250 } },
    scopes: { control: 'check', options: ['projects:read', 'issues:read', 'issues:write'] },
  },
  parameters: {
    issueTracking: ({ issues, scenario, latencyMs, scopes }: Args): IssueTrackingParameters => ({
      issues: issues > shopIssues.length ? issues : shopIssues.slice(0, issues),
      scenario,
      latencyMs,
      scopes,
    }),
  },
  decorators: [
    // A documentation page has one below the other: each scrolls in its own box.
    (Story, { viewMode }) => (viewMode === 'docs' ? <div className="docs-box">{Story()}</div> : Story()),
  ],
  render: ({ title }, { issueTracking }) => <StoryBoard {...issueTracking} title={title} />,
};
export default meta;
type Story = StoryObj<Args>;

export const Filled: Story = {};

export const Busy: Story = { args: { scenario: 'rateLimited' } };

export const Empty: Story = { args: { issues: 0 } };

/** The globals of a story set its scenario, and the toolbar can't change it. */
export const Offline: Story = { globals: { issueTracking: 'offline' } };

export const Forbidden: Story = { args: { scopes: ['projects:read'] } };

export const Slow: Story = { args: { latencyMs: 4000 } };

export const LongTexts: Story = { parameters: { issueTracking: { issues: longTexts } } };

/** One column fails until the user tries again. `play` has the mock, too. */
export const FailingOnce: Story = {
  parameters: {
    issueTracking: {
      issues: shopIssues,
      faults: [{ endpoint: 'issues.list', query: { status: 'open' }, status: 503, times: 2 }],
    },
  },
  play: async ({ canvas, issueTracking: { mock } }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }));
    await canvas.findByText('12 issues');
    await expect(mock.requests.find({ status: 503 })).toHaveLength(2);
  },
};

const date = '2026-04-08T09:30:00.000Z';

/** For visual tests: what the service writes and the page's own time are fixed, and the client's retries still end. */
export const FailingOnADate: Story = {
  parameters: { issueTracking: { issues: shopIssues, scenario: 'failing', clock: date } },
  beforeEach: () => {
    MockDate.set(date);
    return () => MockDate.reset();
  },
  play: async ({ canvas, issueTracking: { mock } }) => {
    await canvas.findByRole('alert');
    await expect(mock.clock.now()).toBe(Date.now());
  },
};
