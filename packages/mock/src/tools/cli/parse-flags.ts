import { parseArgs } from 'node:util';
import { didYouMean } from '../../platform/input/did-you-mean.ts';
import { type DefaultedFlag, type Flag, type FlagName, flags } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** The flags that were given. */
export interface GivenFlags {
  has(name: FlagName): boolean;
  /** The value that counts: the last one given, or the default. */
  value(name: DefaultedFlag): string;
  /** Every value given, in order. */
  all(name: FlagName): string[];
}

/**
 * Reads the command line; every value it gives has passed its flag's check.
 *
 * @throws UsageError naming the flag, the value and what is allowed.
 */
export function parseFlags(argv: readonly string[]): GivenFlags {
  const rows: [string, Flag][] = Object.entries(flags);
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      rows.map(([name, { value, short }]) => [name, { type: value ? 'string' : 'boolean', ...(short && { short }) }]),
    ),
    // Its own messages name neither the value nor what is allowed.
    strict: false,
    tokens: true,
  });

  const given = new Map<string, string[]>();
  for (const [place, token] of tokens.entries()) {
    if (token.kind === 'option') {
      const value = checked(token.rawName, token.name, token.value, token.inlineValue);
      given.set(token.name, [...(given.get(token.name) ?? []), value]);
    } else if (token.kind === 'positional' && !(place === 0 && token.value === 'serve')) {
      throw new UsageError(
        `Unexpected argument "${token.value}": only serve, as the first word, and flags are allowed`,
      );
    }
  }
  return {
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1) ?? flags[name].default,
    all: (name) => given.get(name) ?? [],
  };
}

function checked(rawName: string, name: string, value: string | undefined, inline: boolean | undefined): string {
  const flag: Flag | undefined = Object.hasOwn(flags, name) ? flags[name as FlagName] : undefined;
  if (!flag || (!rawName.startsWith('--') && rawName !== `-${flag.short}`)) {
    const all = Object.keys(flags).map((known) => `--${known}`);
    throw new UsageError(`Unknown flag ${rawName}: ${didYouMean(rawName, all)}`);
  }
  if (!flag.value) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value, but was given "${value}"`);
    return '';
  }
  // `--port --quiet`: the next flag is not the value.
  if (value === undefined || (!inline && value.startsWith('--'))) {
    throw new UsageError(`${rawName} needs a value: ${flag.allowed}`);
  }
  if (!flag.check?.(value)) {
    // A token on a screen is a token in a log.
    const shown = name === 'token' ? 'what was given' : `"${value}"`;
    throw new UsageError(`${rawName} can't be ${shown}: it must be ${flag.allowed}`);
  }
  return value;
}
