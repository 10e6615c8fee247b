export type { CliContext } from './tools/cli/cli-context.ts';
export { main } from './tools/cli/main.ts';
