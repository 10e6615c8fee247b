export type { CliContext } from './command/cli-context.ts';
export { main } from './command/main.ts';
