export { issueTrackingLoader, storyWorker } from './tools/storybook/in-node.ts';
