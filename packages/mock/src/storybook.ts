export { issueTrackingLoader, type LoadedIssueTracking } from './storybook/issue-tracking-loader.ts';
export type { IssueTrackingParameters, StoryClientOptions, StoryTracker } from './storybook/story-tracker.ts';
export { storyWorker } from './storybook/story-worker.ts';
