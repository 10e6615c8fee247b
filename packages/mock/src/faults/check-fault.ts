import { endpoints } from '@issue-tracking/model';
import { hasBody } from '../http/exchange.ts';
import type { Fault } from './faults.ts';

const isWhole = (value: unknown, from: number, to = Number.MAX_SAFE_INTEGER) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to;

/** What each member must be; a member that is not here is a typo. */
const members: { readonly [Member in keyof Required<Fault>]: { readonly must: string; is(value: unknown): boolean } } =
  {
    endpoint: {
      must: `be one of ${Object.keys(endpoints).join(', ')}`,
      is: (value) => Object.hasOwn(endpoints, String(value)),
    },
    apiKey: { must: 'be a string', is: (value) => typeof value === 'string' },
    times: {
      must: 'be a whole number from 1, or Infinity',
      is: (value) => value === Number.POSITIVE_INFINITY || isWhole(value, 1),
    },
    when: { must: 'be "before" or "after"', is: (value) => value === 'before' || value === 'after' },
    status: { must: 'be a whole number from 200 to 599', is: (value) => isWhole(value, 200, 599) },
    headers: { must: 'be names and values that a header can have', is: areHeaders },
    body: { must: 'be a string or JSON', is: (value) => typeof value === 'string' || isJson(value) },
    delayMs: { must: 'be a number from 0', is: (value) => Number.isFinite(value) && Number(value) >= 0 },
    drop: { must: 'be true or false', is: (value) => typeof value === 'boolean' },
    truncate: { must: 'be a whole number of bytes', is: (value) => isWhole(value, 0) },
  };

/** @throws TypeError for a fault that can't be what its author meant. */
export function checkFault(fault: Fault): void {
  for (const [name, value] of Object.entries(fault)) {
    if (!Object.hasOwn(members, name))
      throw new TypeError(`A fault has no "${name}". It has ${Object.keys(members).join(', ')}.`);
    const member = members[name as keyof Fault];
    if (value !== undefined && !member.is(value)) throw new TypeError(`A fault's "${name}" must ${member.must}.`);
  }
  const answers = fault.status !== undefined || fault.body !== undefined || fault.headers !== undefined;
  if (fault.drop && (answers || fault.truncate !== undefined)) {
    throw new TypeError(
      'A fault that drops the connection gives no answer: leave out status, headers, body and truncate.',
    );
  }
  checkBody(fault);
  if (!fault.drop && !answers && fault.truncate === undefined && !fault.delayMs) {
    throw new TypeError('A fault must do something: give it a status, headers, a body, delayMs, drop or truncate.');
  }
}

/** What no way in could carry out, or each in a way of its own. */
function checkBody({ status = 200, headers = {}, body, truncate }: Fault): void {
  const framing = Object.keys(headers).find((name) => /^(?:content-length|transfer-encoding)$/i.test(name));
  if (framing) throw new TypeError(`A fault can't set ${framing}: to cut a body short, use truncate.`);
  if (!hasBody(status) && (body !== undefined || truncate !== undefined)) {
    throw new TypeError(`An answer of status ${status} has no body: leave out body and truncate.`);
  }
}

function areHeaders(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && Boolean(new Headers(value as Record<string, string>));
  } catch {
    return false;
  }
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
