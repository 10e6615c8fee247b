import { didYouMean, type Flags, flagLines } from '@issue-tracking/mock/internal';
import manifest from '../package.json' with { type: 'json' };
import { calibrate, calibrateFlags } from './commands/calibrate.ts';
import { type FlagValues, parseFlags } from './commands/flags.ts';
import { pull, pullFlags } from './commands/pull.ts';
import { verify, verifyFlags } from './commands/verify.ts';
import { type CliContext, UsageError } from './context.ts';
import { printable } from './platform/printable.ts';
import { EndedEarly } from './service/ended-early.ts';

export interface Command {
  readonly summary: string;
  readonly flags: Flags;
  run(flags: FlagValues, context: CliContext): Promise<number>;
}

export const commands: Readonly<Record<string, Command>> = {
  verify: { summary: 'Checks which rules of the specification a service keeps', flags: verifyFlags, run: verify },
  calibrate: {
    summary: 'Finds out which choices a service makes where the specification has none',
    flags: calibrateFlags,
    run: calibrate,
  },
  pull: { summary: 'Copies a project into a world file for the mock', flags: pullFlags, run: pull },
};

/** The meaning of each exit code; those from 128 are the shell's own. */
export const exitCodes: Readonly<Record<number, string>> = {
  0: 'Nothing was found, or the copy is complete',
  1: 'A rule is broken, the service has something that v1 does not know, or an issue could not be restored',
  2: 'It could not run: a wrong flag, address, credential, project or scope; or it had to end early',
  129: 'Its terminal was closed (SIGHUP)',
  130: 'It was interrupted (Ctrl-C)',
  143: 'It was asked to end (SIGTERM)',
};

/** The whole command. Resolves to the exit code: see {@link exitCodes}. */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  const [name, ...rest] = argv;
  if (name === 'mock') return context.mock(rest);
  if (name === undefined) {
    context.error(help());
    return 2;
  }
  if (name === '--help' || name === '-h') return say(help());
  if (name === '--version') return say(`${manifest.version}\n`);
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw new UsageError(`There is no command "${name}": ${didYouMean(name, [...Object.keys(commands), 'mock'])}`);
    const flags = parseFlags(rest, command.flags);
    if ('help' in flags) return say(commandHelp(name, command));
    return await command.run(flags, context);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof EndedEarly)) throw error;
    context.error(`issue-tracking: ${printable(error.message)}\n`);
    return error instanceof EndedEarly ? error.exitCode : 2;
  }

  function say(text: string): number {
    context.out(text);
    return 0;
  }
}

/** The help of the command. */
export function help(): string {
  const rows = [
    ...Object.entries(commands).map(([name, { summary }]) => [name, summary]),
    ['mock', 'Serves the API from memory: see issue-tracking mock --help'],
  ];
  const lines = rows.map(([name = '', summary]) => `  ${name.padEnd(10)} ${summary}`);
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

/** Returns the help of a subcommand. */
export function commandHelp(name: string, { summary, flags }: Command): string {
  return [`Usage: issue-tracking ${name} [flags]`, '', `${summary}.`, '', ...flagLines(flags), ''].join('\n');
}
