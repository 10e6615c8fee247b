import { type DefaultedFlag, type FlagName, flags } from './flags.ts';
import { type Environment, readFlags } from './read-flags.ts';

/** The flags of a command line. */
export interface FlagValues {
  has(name: FlagName): boolean;
  /** Returns the last value, or the default. */
  value(name: DefaultedFlag): string;
  /** Returns all values, in order. */
  all(name: FlagName): readonly string[];
}

/**
 * Parses and checks the command line.
 *
 * @throws UsageError that names the flag, the value and the allowed values.
 */
export function parseFlags(argv: readonly string[], env: Environment = {}): FlagValues {
  // `serve` is optional, because it is the only command.
  const values = readFlags(argv[0] === 'serve' ? argv.slice(1) : argv, flags, env);
  return {
    has: (name) => values.has(name),
    value: (name) => values.get(name)?.at(-1) ?? flags[name].default,
    all: (name) => values.get(name) ?? [],
  };
}
