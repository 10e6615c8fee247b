import manifest from '../package.json' with { type: 'json' };
import { calibrate, calibrateFlags } from './commands/calibrate.ts';
import { type Flag, flagLines, type Given, parseFlags } from './commands/flags.ts';
import { pull, pullFlags } from './commands/pull.ts';
import { verify, verifyFlags } from './commands/verify.ts';
import { type CliContext, UsageError } from './context.ts';
import { Stopped } from './service/service.ts';

interface Command {
  readonly summary: string;
  readonly flags: Readonly<Record<string, Flag>>;
  run(given: Given, context: CliContext): Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  verify: { summary: 'Which rules of the specification a service keeps', flags: verifyFlags, run: verify },
  calibrate: {
    summary: 'Which choices a service makes where the specification has none',
    flags: calibrateFlags,
    run: calibrate,
  },
  pull: { summary: 'Copies a project into a world file for the mock', flags: pullFlags, run: pull },
};

/** The whole command. Resolves to the exit code: 0, 1 for findings, 2 when it could not run or had to end early. */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  const [name = '--help', ...rest] = argv;
  if (name === 'mock') return context.mock(rest);
  if (name === '--help' || name === '-h') return say(help());
  if (name === '--version') return say(`${manifest.version}\n`);
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw new UsageError(`There is no command "${name}": there are ${[...Object.keys(commands), 'mock'].join(', ')}`);
    const given = parseFlags(rest, command.flags);
    if ('help' in given) return say(commandHelp(name, command));
    return await command.run(given, context);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof Stopped)) throw error;
    context.error(`issue-tracking: ${error.message}\n`);
    return 2;
  }

  function say(text: string): number {
    context.out(text);
    return 0;
  }
}

function help(): string {
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
    'issue-tracking COMMAND --help tells the flags of a command.',
    '',
  ].join('\n');
}

function commandHelp(name: string, { summary, flags }: Command): string {
  return [`Usage: issue-tracking ${name} [flags]`, '', `${summary}.`, '', ...flagLines(flags), ''].join('\n');
}
