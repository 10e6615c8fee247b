export type { CliContext } from './cli/cli-context.ts';
export { main } from './cli/main.ts';
