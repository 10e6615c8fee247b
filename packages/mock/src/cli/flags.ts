import { limits } from '@issue-tracking/model';
import { isOrigin, isToken, wholeNumber } from './values.ts';

/** One flag: the parser and `--help` read the same row. */
export interface Flag {
  /** What its value is called in `--help`; a flag without one takes no value. */
  readonly value?: string;
  /** May be given more than once. */
  readonly repeatable?: true;
  readonly summary: string;
  /** Whether a value will do, and what would. */
  readonly check?: (value: string) => boolean;
  readonly allowed?: string;
}

/** Every flag of the command. */
export const flags = {
  port: {
    value: 'PORT',
    summary: 'Port to listen on; 0 for a free one (4010)',
    check: wholeNumber(0, 65_535),
    allowed: 'a whole number from 0 to 65535',
  },
  host: {
    value: 'ADDRESS',
    summary: 'Address to listen on (127.0.0.1)',
    check: (value) => /^[^\s/?#@[\]]+$/.test(value),
    allowed: 'an address or host name such as 127.0.0.1, ::1 or 0.0.0.0',
  },
  world: {
    value: 'WORLD',
    summary: 'demo, empty, or the path of a world file (demo)',
    check: (value) => value !== '',
    allowed: 'demo, empty or the path of a JSON file',
  },
  'rate-limit': {
    value: 'REQUESTS',
    summary: `Requests a minute for each credential, or off (${limits.requests})`,
    check: (value) => value === 'off' || wholeNumber(1)(value),
    allowed: 'a whole number from 1, or off',
  },
  reading: {
    value: 'NAME=VALUE',
    repeatable: true,
    summary: 'How to read what the specification leaves open, e.g. listItem=reporter',
    check: (value) => value.indexOf('=') > 0,
    allowed: 'NAME=VALUE, such as listItem=reporter',
  },
  latency: {
    value: 'MS',
    summary: 'Time every answer takes, in milliseconds (0)',
    check: wholeNumber(0, 3_600_000),
    allowed: 'a whole number of milliseconds from 0 to 3600000',
  },
  seed: {
    value: 'N',
    summary: 'Where generated ids and the demo data begin (1)',
    check: wholeNumber(0),
    allowed: 'a whole number from 0',
  },
  cors: {
    value: 'ORIGIN',
    repeatable: true,
    summary: 'Origin whose pages may call the API, or *; pages on this computer always may',
    check: (value) => value === '*' || isOrigin(value),
    allowed: 'an origin such as https://app.example, or *',
  },
  'allow-host': {
    value: 'HOST',
    repeatable: true,
    summary: 'Name the server may be called by, besides localhost and its address',
    check: (value) => /^[^\s/?#@:[\]]+$/.test(value),
    allowed: 'a host name without a port, such as mock.internal',
  },
  token: {
    value: 'TOKEN',
    summary: 'Asked of every caller of the control API, /__mock/',
    check: isToken,
    allowed: 'visible ASCII characters without blanks',
  },
  quiet: { summary: 'Print errors only' },
  json: { summary: 'Print JSON, a line for the start and a line for each request' },
  version: { summary: 'Print the version and end' },
  help: { summary: 'Print this and end' },
} as const satisfies Record<string, Flag>;

/** The name of a flag, without its dashes. */
export type FlagName = keyof typeof flags;

/** The text of `--help`. */
export function helpText(): string {
  const rows = Object.entries<Flag>(flags).map(([name, { value, summary, repeatable }]) => ({
    usage: `--${name}${value ? ` ${value}` : ''}`,
    summary: repeatable ? `${summary}; may be repeated` : summary,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return [
    'Usage: issue-tracking-mock [serve] [flags]',
    '',
    'Serves the Issue Tracking Public API v1 from memory.',
    '',
    ...rows.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
    '',
  ].join('\n');
}
