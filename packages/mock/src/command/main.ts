import manifest from '../../package.json' with { type: 'json' };
import { UsageError } from '../platform/command-line/usage-error.ts';
import type { CliContext } from './cli-context.ts';
import { helpLines, parseFlags } from './flags.ts';
import { printerOf } from './printer.ts';
import { serve } from './serve.ts';

/**
 * Runs the command. Resolves to the exit code: that of the program, or 0 after a signal; 1 if it can't listen or save, 2 for an
 * invalid command line or file, 126 or 127 for a program that can't be started.
 */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  const printer = printerOf(context);
  try {
    const flags = parseFlags(argv, context.env);
    if (flags.has('help')) printer.out(...helpLines());
    else if (flags.has('version')) printer.out(manifest.version);
    else return await serve(flags, printer, context);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printer.error(...`issue-tracking-mock: ${error.message}`.split('\n'));
    return error.exitCode;
  }
}
