export { issueTrackingLoader, storyWorker } from './storybook/in-node.ts';
