export { type DemoWorldOptions, demoWorld } from './data/demo/demo-world.ts';
export { type IssueOptions, issue } from './data/demo/issue.ts';
export { type WorldOptions, world } from './data/demo/load-test-world.ts';
export { type DrawnScreenshot, type ScreenshotOptions, screenshot } from './data/demo/screenshot.ts';
