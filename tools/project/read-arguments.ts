import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

const help = { help: { type: 'boolean', short: 'h' } } as const;

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; allowNegative: true; options: Options }>
>;

/**
 * Reads the arguments of a command. With `--help` it prints the usage and ends the process. After an unknown option, or a
 * mistake that `mistakeIn` returns, it does the same with exit code 2.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  mistakeIn: (parsed: Parsed<Options>) => string | undefined = () => undefined,
): Parsed<Options> {
  if (parseArgs({ options: help, strict: false }).values.help) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const parsed = parseArgs({ allowPositionals: true, allowNegative: true, options });
    const mistake = mistakeIn(parsed);
    if (mistake === undefined) return parsed;
    throw new Error(mistake);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
