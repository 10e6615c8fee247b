export { demoWorld } from './data/demo/demo-world.ts';
export { issue } from './data/demo/issue.ts';
export { type WorldOptions, world } from './data/demo/load-test-world.ts';
