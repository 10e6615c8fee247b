export { type DemoWorldOptions, demoWorld } from './demo/demo-world.ts';
export { type IssueOptions, issue } from './demo/issue.ts';
export { type WorldOptions, world } from './demo/load-test-world.ts';
export { type DrawnScreenshot, type ScreenshotOptions, screenshot } from './demo/screenshot.ts';
