import { isOrigin } from './addresses.ts';
import { isToken } from './control/access.ts';
import type { ListenOptions } from './listen.ts';

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isCount = (value: unknown, max: number) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
const areOrigins = (value: unknown) =>
  [value].flat().every((origin) => origin === '*' || (typeof origin === 'string' && isOrigin(origin)));

/** What each option must be; an option that is not here is a typo. */
const members: {
  readonly [Option in keyof Required<ListenOptions>]: { readonly must: string; is(value: unknown): boolean };
} = {
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
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(members, name))
      throw new TypeError(`listen() has no option "${name}". It has ${Object.keys(members).join(', ')}.`);
    const member = members[name as keyof ListenOptions];
    // Not quoted: it may be the token.
    if (value !== undefined && !member.is(value)) throw new TypeError(`The option "${name}" must ${member.must}.`);
  }
}
