import manifest from '../../../package.json' with { type: 'json' };
import type { CliContext } from './cli-context.ts';
import { helpText } from './flags.ts';
import { parseFlags } from './parse-flags.ts';
import { serve } from './serve.ts';
import { UsageError } from './usage-error.ts';

/**
 * The whole command. Resolves to the exit code once it has ended: 0 after a signal, 1 when it can't listen, 2 when the
 * command line or the world file is wrong.
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
