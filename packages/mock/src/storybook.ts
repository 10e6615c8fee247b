export { issueTrackingLoader, type LoadedIssueTracking } from './tools/storybook/issue-tracking-loader.ts';
export type { IssueTrackingParameters, StoryClientOptions, StoryTracker } from './tools/storybook/story-tracker.ts';
export { storyWorker } from './tools/storybook/story-worker.ts';
