import { didYouMean, type Flags, flagLines } from '@issue-tracking/mock/internal';
import manifest from '../package.json' with { type: 'json' };
import { compare, compareFlags } from './commands/compare.ts';
import { type FlagValues, parseFlags } from './commands/flags.ts';
import { pull, pullFlags } from './commands/pull.ts';
import { type CliContext, UsageError } from './context.ts';
import { Printer } from './output/printer.ts';
import { EndedEarly } from './service/ended-early.ts';

export interface Command {
  readonly summary: string;
  readonly flags: Flags;
  run(flags: FlagValues, context: CliContext, printer: Printer): Promise<number>;
}

export const commands: Readonly<Record<string, Command>> = {
  compare: {
    summary: 'Compares a service with the mock: which rules it breaks, and how it behaves where they leave a choice',
    flags: compareFlags,
    run: compare,
  },
  pull: { summary: 'Copies a project into a world file for the mock', flags: pullFlags, run: pull },
};

/** The meaning of each exit code. Codes from 128 follow the shells' convention for signals. */
export const exitCodes: Readonly<Record<number, string>> = {
  0: 'No violations, or copy complete',
  1: 'A rule failed, the service has fields or values unknown to v1, or there is a warning, such as an issue that could not be restored; `pull` could not read a list',
  2: 'Invalid flag, address, credential, project or scope, or the run ended early',
  129: 'Terminal closed (SIGHUP)',
  130: 'Interrupted (Ctrl-C)',
  143: 'Terminated (SIGTERM)',
};

/** Runs the command that the arguments name. Resolves to one of the {@link exitCodes}. */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    context.error(help());
    return 2;
  }
  if (name === '--help' || name === '-h') return say(help());
  if (name === '--version') return say(`${manifest.version}\n`);
  const printer = new Printer(context);
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`Unknown command "${name}": ${didYouMean(name, Object.keys(commands))}`);
    const flags = parseFlags(rest, command.flags);
    if ('help' in flags) return say(commandHelp(name, command));
    return await command.run(flags, context, printer);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof EndedEarly)) throw error;
    printer.error(`issue-tracking: ${error.message}`);
    return error instanceof EndedEarly ? error.exitCode : 2;
  }

  function say(text: string): number {
    context.out(text);
    return 0;
  }
}

/** Returns the help of the program, which lists the commands. */
export function help(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return [
    'Usage: issue-tracking COMMAND [flags]',
    '',
    ...lines,
    '',
    'issue-tracking COMMAND --help lists the flags of a command.',
    '',
    'Exit codes:',
    ...Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`),
    '',
  ].join('\n');
}

/** Returns the help of a command, which lists its flags. */
export function commandHelp(name: string, { summary, flags }: Command): string {
  return [`Usage: issue-tracking ${name} [flags]`, '', `${summary}.`, '', ...flagLines(flags), ''].join('\n');
}
