import type { IssueTrackingParameters, LoadedIssueTracking } from '@issue-tracking/mock/storybook';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { boardClient } from './client.ts';
import { longTexts, shopIssues } from './shop-issues.ts';
import { TriageBoard } from './triage-board.tsx';

interface Args extends Pick<IssueTrackingParameters, 'scenario' | 'latencyMs' | 'issues'> {
  title: string;
}

/** The board in each state of the service. Change a control, and the story starts over with another mock. */
const meta: Meta<Args> = {
  title: 'States',
  tags: ['autodocs'],
  args: { title: 'Web shop', issues: shopIssues, scenario: 'normal', latencyMs: 0 },
  argTypes: {
    issues: { control: { type: 'number', min: 0, max: 500 } },
    scenario: {
      control: 'select',
      options: ['normal', 'slow', 'failing', 'offline', 'rateLimited', 'forbidden', 'empty'],
    },
    latencyMs: { control: { type: 'range', min: 0, max: 5000, step: 250 } },
  },
  parameters: {
    issueTracking: ({ title: _, ...options }: Args) => options,
    docs: { story: { height: '420px' } },
  },
  render: ({ title }, { loaded }) => {
    const { clientOptions, projectId } = (loaded as LoadedIssueTracking).issueTracking;
    return <TriageBoard client={boardClient(clientOptions)} projectId={projectId} title={title} />;
  },
};
export default meta;
type Story = StoryObj<Args>;

export const Filled: Story = {};
export const Busy: Story = { args: { scenario: 'rateLimited' } };
export const Empty: Story = { args: { issues: 0 } };
export const Offline: Story = { args: { scenario: 'offline' } };
export const Forbidden: Story = { args: { scenario: 'forbidden' } };
export const Slow: Story = { args: { latencyMs: 4000 } };
export const LongTexts: Story = { args: { issues: longTexts } };
/** Set for all by the toolbar, for one by its globals. */
export const Failing: Story = { globals: { issueTracking: 'failing' } };
/** The mock in `play`. */
export const Moved: Story = {
  play: async ({ canvas, issueTracking: { mock, projectId } }) => {
    await canvas.findByText('12 issues');
    mock.world.issues.create({ projectId, title: 'Came while the board was open' });
    if (mock.requests.all().length !== 6) throw new Error('not six requests');
  },
};
