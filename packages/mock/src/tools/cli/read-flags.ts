import { parseArgs } from 'node:util';
import { didYouMean } from '../../platform/input/did-you-mean.ts';
import { UsageError } from './usage-error.ts';

/** One flag: the reader and `--help` use the same row. */
interface Flag {
  /** The name of its value in `--help`; a flag without one takes no value. */
  readonly value?: string;
  /** The letter it may be given by, after one dash. */
  readonly short?: string;
  readonly summary: string;
  /** Its default. */
  readonly default?: string;
  /** May be given more than once. */
  readonly repeatable?: true;
  /** Whether a value will do, and what would. */
  readonly check?: (value: string) => boolean;
  readonly allowed?: string;
  /** Whether its value is not shown. */
  readonly secret?: true;
}

/** The flags of a command, by their names without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/**
 * Reads a command line: for each flag the values that it was given, in order, `''` for one that takes none.
 *
 * @throws UsageError naming the flag, the value and what is allowed; for a word that is not a flag, too.
 */
export function readFlags(argv: readonly string[], flags: Flags): ReadonlyMap<string, readonly string[]> {
  const options = Object.entries(flags).map(([name, { value, short }]) => {
    const type: 'string' | 'boolean' = value ? 'string' : 'boolean';
    return [name, { type, ...(short && { short }) }] as const;
  });
  // Strict, its messages would name neither the value nor what is allowed.
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new UsageError(`Unexpected argument "${token.value}": only flags are allowed`);
    if (token.kind !== 'option') continue;
    const { name, rawName, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) {
      const known = Object.keys(flags).map((each) => `--${each}`);
      throw new UsageError(`Unknown flag ${rawName}: ${didYouMean(rawName, known)}`);
    }
    // `--port --quiet`: the next flag is not the value. A single `-` is: standard input.
    const isNext = !inlineValue && /^--./.test(token.value ?? '');
    const value = isNext ? undefined : token.value;
    given.set(name, [...(given.get(name) ?? []), checked(rawName, flag, value)]);
  }
  return given;
}

function checked(rawName: string, flag: Flag, value: string | undefined): string {
  if (!flag.value) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value, but was given "${value}"`);
    return '';
  }
  if (value === undefined || value === '')
    throw new UsageError(`${rawName} needs a value: ${flag.allowed ?? flag.value}`);
  if (flag.check?.(value) ?? true) return value;
  // A token on a screen is a token in a log.
  const shown = flag.secret ? 'what was given' : `"${value}"`;
  throw new UsageError(`${rawName} can't be ${shown}: it must be ${flag.allowed}`);
}

/** Lines of `--help`. */
export function flagLines(flags: Flags): string[] {
  const rows = Object.entries(flags).map(([name, flag]) => ({
    usage: `${flag.short ? `-${flag.short}, ` : ''}--${name}${flag.value ? ` ${flag.value}` : ''}`,
    summary: `${flag.summary}${flag.default ? ` (${flag.default})` : ''}${flag.repeatable ? '; may be repeated' : ''}`,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return rows.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
}
