export { issueTrackingLoader, storyWorker } from './storybook/story-server.ts';
