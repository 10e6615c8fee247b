export { issueTrackingLoader, type LoadedIssueTracking } from './tools/storybook/issue-tracking-loader.ts';
export type { IssueTrackingParameters, StoryClientOptions, StoryMock } from './tools/storybook/story-mock.ts';
export { storyWorker } from './tools/storybook/story-worker.ts';
