import { type DefaultedFlag, type FlagName, flags } from './flags.ts';
import { readFlags } from './read-flags.ts';

/** The flags that were given. */
export interface GivenFlags {
  has(name: FlagName): boolean;
  /** The value that counts: the last one given, or the default. */
  value(name: DefaultedFlag): string;
  /** Every value given, in order. */
  all(name: FlagName): readonly string[];
}

/**
 * Reads the command line; every value it gives has passed its flag's check.
 *
 * @throws UsageError naming the flag, the value and what is allowed.
 */
export function parseFlags(argv: readonly string[]): GivenFlags {
  // The only command there is: it may be said.
  const given = readFlags(argv[0] === 'serve' ? argv.slice(1) : argv, flags);
  return {
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1) ?? flags[name].default,
    all: (name) => given.get(name) ?? [],
  };
}
