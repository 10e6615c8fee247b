/**
 * Realistic records to start from, and worlds of any size for load tests.
 *
 * @packageDocumentation
 */
export { demoWorld } from './records/demo/demo-world.ts';
export { issue } from './records/demo/issue.ts';
export { type WorldOptions, world } from './records/demo/load-test-world.ts';
