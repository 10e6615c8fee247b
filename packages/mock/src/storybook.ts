/**
 * A mock for each story. The addon sets it up by itself.
 *
 * @packageDocumentation
 */
export type { LoadedIssueTracking } from './storybook/issue-tracking-loader.ts';
export type { IssueTrackingParameters, StoryClientOptions, StoryMock } from './storybook/story-mock.ts';
export { issueTrackingLoader, storyWorker } from './storybook/story-worker.ts';
