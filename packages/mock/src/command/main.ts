import manifest from '../../package.json' with { type: 'json' };
import type { CliContext } from './cli-context.ts';
import { helpLines } from './flags.ts';
import { parseFlags } from './parse-flags.ts';
import { printerOf } from './printer.ts';
import { serve } from './serve.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs the command. Resolves to the exit code: 0 after a signal, 1 if it can't listen, 2 for an invalid command line or world
 * file.
 */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  const printer = printerOf(context);
  try {
    const flags = parseFlags(argv, context.env);
    if (flags.has('help')) printer.out(...helpLines());
    else if (flags.has('version')) printer.out(manifest.version);
    else await serve(flags, printer, context.onStop);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printer.error(...`issue-tracking-mock: ${error.message}`.split('\n'));
    return error.exitCode;
  }
}
