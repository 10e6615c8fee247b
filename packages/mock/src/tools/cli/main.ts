import manifest from '../../../package.json' with { type: 'json' };
import type { CliContext } from './cli-context.ts';
import { helpText } from './flags.ts';
import { parseFlags } from './parse-flags.ts';
import { serve } from './serve.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs the command. Resolves to the exit code: 0 after a signal, 1 if it can't listen, 2 for an invalid command line or world
 * file.
 */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  try {
    const flags = parseFlags(argv);
    if (flags.has('help')) context.out(helpText());
    else if (flags.has('version')) context.out(`${manifest.version}\n`);
    else await serve(flags, context);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    context.error(`issue-tracking-mock: ${error.message}\n`);
    return error.exitCode;
  }
}
