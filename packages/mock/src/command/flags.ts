import { limits } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import { type Environment, type Flags, flagLines, readFlags } from '../platform/command-line/read-flags.ts';
import { wholeNumber } from '../platform/input/schemas.ts';
import { addressing } from '../server/listen-options.ts';

/** All flags of the command. */
export const flags = {
  port: {
    value: 'PORT',
    default: '4010',
    summary: 'Port to listen on; 0 for a free one, as beside a COMMAND',
    check: (text) => complaint(addressing.port, numberIn(text)),
  },
  host: {
    value: 'ADDRESS',
    default: '127.0.0.1',
    summary: 'Address to listen on',
    check: (text) => complaint(addressing.host, text),
  },
  world: { value: 'WORLD', default: 'demo', summary: 'demo, empty, or the path of a world file' },
  watch: { summary: 'Reload the world file each time it is edited' },
  state: {
    value: 'FILE',
    summary: 'File that keeps the state: loaded at the start instead of --world, and saved after changes',
  },
  options: { value: 'FILE', summary: 'Options of createMock() from a JSON file, and faults; flags override them' },
  'rate-limit': {
    value: 'REQUESTS',
    default: String(limits.requests),
    summary: 'Requests a minute for each credential, or off',
    check: (text) => (text === 'off' ? undefined : complaint(wholeNumber(1), numberIn(text), ', or off')),
  },
  cors: {
    value: 'ORIGIN',
    repeatable: true,
    summary: 'Origin whose pages may call the API, or * for all; pages on this computer always may',
    check: (text) => complaint(addressing.origin, text),
  },
  'allow-host': {
    value: 'HOST',
    repeatable: true,
    summary: 'Further host name of the server, besides localhost and its address',
    check: (text) => complaint(addressing.hostName, text),
  },
  token: {
    value: 'TOKEN',
    summary: 'Token that the control API, /__mock/, requires',
    variable: 'ISSUE_TRACKING_MOCK_TOKEN',
    check: (text) => complaint(addressing.token, text),
    secret: true,
  },
  quiet: { summary: 'Print errors only' },
  json: { summary: 'Print JSON, a line for the start and a line for each request' },
  version: { summary: 'Print the version and end' },
  help: { short: 'h', summary: 'Print this and end' },
} as const satisfies Flags;

type FlagName = keyof typeof flags;

/** The flags of a command line. */
export interface FlagValues {
  has(name: FlagName): boolean;
  /** Returns the last value, or the default. */
  value<Name extends FlagName>(
    name: Name,
  ): (typeof flags)[Name] extends { default: string } ? string : string | undefined;
  /** Returns all values, in order. */
  all(name: FlagName): readonly string[];
}

/**
 * Parses and checks the command line.
 *
 * @throws UsageError that names the flag, the value and the allowed values.
 */
export function parseFlags(argv: readonly string[], env: Environment = {}): FlagValues {
  const values = readFlags(argv, flags, env);
  const all: Flags = flags;
  return {
    has: (name) => values.has(name),
    // The cast: a flag with a default always has a value.
    value: (name) => (values.get(name)?.at(-1) ?? all[name]?.default) as string,
    all: (name) => values.get(name) ?? [],
  };
}

/** Returns the lines of `--help`. */
export function helpLines(): string[] {
  return [
    'Usage: issue-tracking-mock [flags] [-- COMMAND [arguments]]',
    '',
    'Serves the Issue Tracking Public API v1 from memory, until a signal or the end of COMMAND.',
    'COMMAND finds the server by ISSUE_TRACKING_BASE_URL, ISSUE_TRACKING_API_KEY and ISSUE_TRACKING_MOCK_URL.',
    '',
    ...flagLines(flags),
  ];
}

/** Returns the message of a schema about a value; `undefined` for a valid one. */
function complaint(schema: z.ZodMiniType, value: unknown, more = ''): string | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue && issue.message + more;
}

/** Parses decimal digits. `Number()` alone also accepts `0x10` and an empty text. */
function numberIn(text: string): number {
  return /^(0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
}
