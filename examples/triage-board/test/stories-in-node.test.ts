// @vitest-environment jsdom
import { issueTrackingLoader, storyWorker } from '@issue-tracking/mock/storybook';
import { composeStories, setProjectAnnotations } from '@storybook/react-vite';
import { afterAll, expect, test } from 'vitest';
import preview from '../.storybook/preview.ts';
import * as stories from '../src/states.stories.tsx';

// The stories of Storybook in Node: the loader serves the same mocks by MSW's server.
setProjectAnnotations([preview, { loaders: [issueTrackingLoader] }]);
// Other files of the process have servers of their own.
afterAll(async () => (await storyWorker()).stop());

const { Filled, FailingOnADate, FailingOnce, Forbidden } = composeStories(stories);

test('a story has its mock', async () => {
  await Filled.run();
  await expect.poll(() => document.body.textContent).toContain('12 issues');
});

test('a story plays, with its mock', async () => {
  await FailingOnce.run();
  await FailingOnADate.run();
});

test('the mock follows the arguments of a test', async () => {
  await Filled.run({ args: { issues: 3 } });
  await expect.poll(() => document.body.textContent).toContain('3 issues');
  await Forbidden.run();
  await expect.poll(() => document.body.textContent).toContain('Insufficient scope');
});
