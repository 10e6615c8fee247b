import { limits } from '@issue-tracking/model';
import { isHost, isHostName, isOrigin } from '../platform/http/addresses.ts';
import { isToken } from '../server/access.ts';
import { type Flags, flagLines } from './read-flags.ts';

/** All flags of the command. */
export const flags = {
  port: {
    value: 'PORT',
    default: '4010',
    summary: 'Port to listen on; 0 for a free one',
    check: wholeNumber(0, 65_535),
    allowed: 'a whole number from 0 to 65535',
  },
  host: {
    value: 'ADDRESS',
    default: '127.0.0.1',
    summary: 'Address to listen on',
    check: isHost,
    allowed: 'an address or host name such as 127.0.0.1, ::1 or 0.0.0.0',
  },
  world: {
    value: 'WORLD',
    default: 'demo',
    summary: 'demo, empty, or the path of a world file',
    check: (value) => value !== '',
    allowed: 'demo, empty or the path of a JSON file',
  },
  watch: { summary: 'Reload the world file each time it is edited' },
  state: {
    value: 'FILE',
    summary: 'File that keeps the records: loaded at the start instead of --world, and saved after changes',
    check: (value) => value !== '',
    allowed: 'the path of a JSON file, which need not be there yet',
  },
  'rate-limit': {
    value: 'REQUESTS',
    default: String(limits.requests),
    summary: 'Requests a minute for each credential, or off',
    check: (value) => value === 'off' || wholeNumber(1)(value),
    allowed: 'a whole number from 1, or off',
  },
  behavior: {
    value: 'NAME=VALUE',
    repeatable: true,
    summary: 'Choice where the specification leaves something open, e.g. listItem=reporter',
    check: (value) => value.indexOf('=') > 0,
    allowed: 'NAME=VALUE, such as listItem=reporter',
  },
  'behavior-file': {
    value: 'FILE',
    summary: 'Behavior options from a JSON file, such as that of issue-tracking compare; --behavior overrides them',
    check: (value) => value !== '',
    allowed: 'the path of a JSON file',
  },
  fault: {
    value: 'JSON',
    repeatable: true,
    summary: 'Fault to add at the start, e.g. {"status":503,"probability":0.1,"times":null}',
    check: isJsonObject,
    allowed: 'a fault as a JSON object, such as {"status":503,"times":null}',
  },
  latency: {
    value: 'MS',
    default: '0',
    summary: 'Delay of every response in milliseconds, or a range such as 50-400',
    check: isLatency,
    allowed: 'a whole number of milliseconds from 0 to 3600000, or a range such as 50-400',
  },
  source: {
    value: 'SOURCE',
    summary:
      'Source by which failed authentications are counted: address or credential; by default the address, but a known key is its own source',
    check: (value) => value === 'address' || value === 'credential',
    allowed: 'address or credential',
  },
  seed: {
    value: 'N',
    default: '1',
    summary: 'Seed of generated ids, keys and tokens',
    check: wholeNumber(0),
    allowed: 'a whole number from 0',
  },
  cors: {
    value: 'ORIGIN',
    repeatable: true,
    summary: 'Origin whose pages may call the API, or * for all; pages on this computer always may',
    check: (value) => value === '*' || isOrigin(value),
    allowed: 'an origin such as https://app.example, or *',
  },
  'allow-host': {
    value: 'HOST',
    repeatable: true,
    summary: 'Further host name of the server, besides localhost and its address',
    check: isHostName,
    allowed: 'a host name without a port, such as mock.internal',
  },
  token: {
    value: 'TOKEN',
    summary: 'Token that the control API, /__mock/, requires',
    variable: 'ISSUE_TRACKING_MOCK_TOKEN',
    check: isToken,
    allowed: 'visible ASCII characters without blanks',
    secret: true,
  },
  quiet: { summary: 'Print errors only' },
  json: { summary: 'Print JSON, a line for the start and a line for each request' },
  version: { summary: 'Print the version and end' },
  help: { short: 'h', summary: 'Print this and end' },
} as const satisfies Flags;

/** The name of a flag, without its dashes. */
export type FlagName = keyof typeof flags;

/** The name of a flag with a default. */
export type DefaultedFlag = {
  [Name in FlagName]: (typeof flags)[Name] extends { default: string } ? Name : never;
}[FlagName];

/** Returns the lines of `--help`. */
export function helpLines(): string[] {
  return [
    'Usage: issue-tracking-mock [serve] [flags]',
    '',
    'Serves the Issue Tracking Public API v1 from memory.',
    '',
    ...flagLines(flags),
  ];
}

function isLatency(value: string): boolean {
  const [from = '', to = from, ...rest] = value.split('-');
  return rest.length === 0 && [from, to].every(wholeNumber(0, 3_600_000)) && Number(from) <= Number(to);
}

function isJsonObject(value: string): boolean {
  try {
    const json: unknown = JSON.parse(value);
    return typeof json === 'object' && json !== null;
  } catch {
    return false;
  }
}

/** Returns a check for decimal digits within a range. `Number()` alone also accepts `0x10` and an empty text. */
function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): (value: string) => boolean {
  return (value) => /^(0|[1-9]\d*)$/.test(value) && Number(value) >= min && Number(value) <= max;
}
