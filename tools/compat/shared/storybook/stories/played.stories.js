// Stories that assert what they show, for those who run them as tests.
import { expect } from 'storybook/test';
import issues, { Two as two, WithHandler as withHandler } from './issues.stories.js';

export default { ...issues, title: 'Played' };

/** Waits for a text in the story. */
const shows = (text) => ({
  async play({ canvas }) {
    await expect(await canvas.findByText(text, {}, { timeout: 10_000 })).toBeVisible();
  },
});

export const Three = shows('3 issues');

export const Two = { ...two, ...shows('2 issues') };

export const Forbidden = {
  parameters: { issueTracking: { faults: [{ status: 403, times: null }] } },
  ...shows('PermissionError 403'),
};

export const WithHandler = { ...withHandler, ...shows('the other addon') };

/** After a story that is forbidden everything. */
export const Again = shows('3 issues');
