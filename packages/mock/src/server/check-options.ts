import { checkMembers, type OptionChecks } from '../check-members.ts';
import { isToken } from '../control-api/access.ts';
import { isOrigin } from '../http/addresses.ts';
import type { ListenOptions } from './options.ts';

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isCount = (value: unknown, max: number) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
const areOrigins = (value: unknown) =>
  [value].flat().every((origin) => origin === '*' || (typeof origin === 'string' && isOrigin(origin)));

const checks: OptionChecks<ListenOptions> = {
  port: { must: 'be a whole number from 0 to 65535', is: (value) => isCount(value, 65_535) },
  // Node takes an empty one for every address of the computer.
  host: { must: 'be an address or host name such as 127.0.0.1', is: isText },
  allowHosts: {
    must: 'be an array of host names such as mock.internal',
    is: (value) => Array.isArray(value) && value.every(isText),
  },
  cors: { must: 'be "*", an origin such as https://app.example, or an array of these', is: areOrigins },
  token: {
    must: 'be visible ASCII characters without blanks',
    is: (value) => typeof value === 'string' && isToken(value),
  },
  latency: { must: 'be a number of milliseconds from 0', is: (value) => Number.isFinite(value) && Number(value) >= 0 },
  onRequest: { must: 'be a function', is: (value) => typeof value === 'function' },
};

/** @throws TypeError for options that can't be what their author meant. */
export function checkOptions(options: ListenOptions): void {
  checkMembers('listen()', checks, options);
}
