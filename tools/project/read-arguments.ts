import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

const help = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Reads the arguments of a command. With `--help` it prints the usage and ends the process; after an unknown option it does
 * the same with exit code 2.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  if (parseArgs({ options: help, strict: false }).values.help) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ allowPositionals: true, allowNegative: true, options });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
