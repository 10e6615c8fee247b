import { parseArgs } from 'node:util';
import { didYouMean } from '../input/did-you-mean.ts';
import { UsageError } from './usage-error.ts';

/** A flag, for parsing and `--help`. */
interface Flag {
  /** Name of its value in `--help`; absent for a flag without a value. */
  readonly value?: string;
  /** One-letter form, without its dash. */
  readonly short?: string;
  readonly summary: string;
  readonly default?: string;
  readonly repeatable?: true;
  /** Returns the reason against a value, such as "must be a whole number from 1"; `undefined` for a valid one. */
  readonly check?: (value: string) => string | undefined;
  /** An environment variable for its value, where there is no flag. */
  readonly variable?: string;
  /** Whether messages must not show its value. */
  readonly secret?: true;
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The flags of a command, by their names without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/**
 * Parses a command line to the values of each flag, in order; `''` for flags without a value. An empty variable counts as none.
 *
 * @throws UsageError that names the flag, the value and the allowed values; also for words that are not flags.
 */
export function readFlags(
  argv: readonly string[],
  flags: Flags,
  env: Environment = {},
): ReadonlyMap<string, readonly string[]> {
  const options = Object.entries(flags).map(([name, { value, short }]) => {
    const type: 'string' | 'boolean' = value ? 'string' : 'boolean';
    return [name, { type, ...(short && { short }) }] as const;
  });
  // Not strict: its messages would name neither the value nor the allowed ones.
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string[]>();
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
    // In `--port --quiet`, the next flag is not the value. A single `-` is one: standard input.
    const isNext = !inlineValue && /^--./.test(token.value ?? '');
    const value = isNext ? undefined : token.value;
    values.set(name, [...(values.get(name) ?? []), checked(rawName, flag, value)]);
  }
  for (const [name, flag] of Object.entries(flags)) {
    const value = flag.variable && env[flag.variable];
    if (flag.variable && value && !values.has(name)) values.set(name, [checked(flag.variable, flag, value)]);
  }
  return values;
}

function checked(rawName: string, flag: Flag, value: string | undefined): string {
  if (!flag.value) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value, found "${value}"`);
    return '';
  }
  if (value === undefined || value === '') throw new UsageError(`${rawName} needs a value: ${flag.value}`);
  const must = flag.check?.(value);
  if (must === undefined) return value;
  // Output may be logged.
  throw new UsageError(`${rawName} can't be ${flag.secret ? 'this value' : `"${value}"`}: it ${must}`);
}

/** Returns the lines of `--help`. */
export function flagLines(flags: Flags): string[] {
  const rows = Object.entries(flags).map(([name, flag]) => ({
    usage: `${flag.short ? `-${flag.short}, ` : ''}--${name}${flag.value ? ` ${flag.value}` : ''}`,
    summary: `${flag.summary}${flag.default ? ` (${flag.default})` : ''}${flag.repeatable ? '; may be repeated' : ''}${flag.variable ? `; or the variable ${flag.variable}` : ''}`,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return rows.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
}
