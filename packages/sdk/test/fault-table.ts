import type { Fault } from '@issue-tracking/mock';
import { type Fate, fateOf, statusTable } from '../src/call/status-table.ts';

/** How one call ends when its first attempt meets the fault and every later one does not. */
export interface Ending {
  /** Name of the error class, or `ok` when the call gets its response after all. */
  ends: string;
  attempts: number;
  /** The error's member of this name, for a write. */
  mayHaveBeenApplied?: boolean | undefined;
}

export type Method = 'get' | 'patch' | 'post' | 'delete';

/** One way for the service, a proxy or the network to fail. */
export interface FaultKind {
  name: string;
  fault: Omit<Fault, 'endpoint'>;
  get: Ending;
  /** A write that may be repeated (EP-9). */
  patch: Ending;
  post: Ending;
}

const recovers: Ending = { ends: 'ok', attempts: 2 };
const passes: Ending = { ends: 'ok', attempts: 1 };
const rejected = (ends: string): Ending => ({ ends, attempts: 1, mayHaveBeenApplied: false });
const unknown = (ends: string): Ending => ({ ends, attempts: 1, mayHaveBeenApplied: true });

/** How each method ends after a status of a fate. */
const endings: Readonly<Record<Fate, (error: string) => Readonly<Record<Method, Ending>>>> = {
  'not processed': () => ({ get: recovers, patch: recovers, post: recovers, delete: recovers }),
  'in doubt': (error) => ({ get: recovers, patch: recovers, post: unknown(error), delete: recovers }),
  final: (error) => ({ get: rejected(error), patch: rejected(error), post: rejected(error), delete: rejected(error) }),
};

/** Error classes by status. */
const classes: Readonly<Record<number, string>> = {
  400: 'ValidationError',
  401: 'AuthenticationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  422: 'UnprocessableError',
  429: 'RateLimitError',
};

/** Returns how each method ends after a status. */
export function endingsOf(status: number): Readonly<Record<Method, Ending>> {
  const fate = fateOf(status);
  if (!fate) throw new Error(`${status} is no error`);
  return endings[fate](classes[status] ?? (status >= 500 ? 'ServerError' : 'ApiError'));
}

/** Each status that has a row or a class of its own, and some that have neither. */
const statuses: FaultKind[] = [
  ...new Set([...statusTable.map(([from]) => from), ...Object.keys(classes).map(Number), 409, 418, 501, 599]),
].map((status) => ({ name: `${status}`, fault: { status, body: { error: 'No' } }, ...endingsOf(status) }));

/** Before an update is sent again, the client reads the issue: it may have the new values. */
const recoversUpdate = ({ when }: Omit<Fault, 'endpoint'>): Ending => (when === 'after' ? passes : recovers);

const soon = (ms: number) => new Date(Date.parse('2026-04-01T09:00:00.000Z') + ms).toUTCString();

/** Rejections before processing: safe to send again with any method and any form of `Retry-After`. */
const retriedOnEveryMethod: FaultKind[] = [
  ['0', '0'],
  ['in seconds', '7'],
  ['negative', '-5'],
  ['a fraction', '1.5'],
  ['an exponent', '1e3'],
  ['hexadecimal', '0x10'],
  ['two values', '60, 60'],
  ['empty', ''],
  ['an ISO date', '2026-04-01T09:00:30Z'],
  ['an HTTP date', soon(30_000)],
  ['an HTTP date in the past', soon(-3_600_000)],
  ['an RFC 850 date', 'Wednesday, 01-Apr-26 09:00:30 GMT'],
  ['words', 'in a while'],
].map(([form, value]) => ({
  name: `429 whose Retry-After is ${form}`,
  fault: { status: 429, headers: { 'retry-after': value as string }, body: { error: 'Slow down' } },
  get: recovers,
  patch: recovers,
  post: recovers,
}));

/** Successes with an invalid body. A write may have been applied, so it is never sent again. */
const unexpectedSuccess: FaultKind[] = (
  [
    ['HTML', '<html><body>Maintenance</body></html>', { 'content-type': 'text/html' }],
    ['an empty body', '', {}],
    ['a bare value', '42', {}],
    ['no data', '{}', {}],
    ['data of the wrong type', '{"data": 42}', {}],
    ['data without its members', '{"data": {}}', {}],
    ['JSON 100,000 levels deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, {}],
  ] as const
).map(([name, body, headers]) => ({
  name: `200 with ${name}`,
  fault: { status: 200, body, headers },
  get: rejected('UnexpectedResponseError'),
  patch: unknown('UnexpectedResponseError'),
  post: unknown('UnexpectedResponseError'),
}));

const redirects: FaultKind[] = [301, 302, 303, 307, 308].map((status) => ({
  name: `${status} to another origin`,
  fault: { status, headers: { location: 'https://elsewhere.test/steal' }, body: '' },
  get: rejected('UnexpectedResponseError'),
  // A service that has applied the write may respond with a location.
  patch: unknown('UnexpectedResponseError'),
  post: unknown('UnexpectedResponseError'),
}));

const serverErrors: FaultKind[] = (
  [
    [
      '502 with HTML of a proxy',
      { status: 502, body: '<h1>Bad gateway</h1>', headers: { 'content-type': 'text/html' } },
    ],
    ['503 with Retry-After', { status: 503, body: { error: 'Oops' }, headers: { 'retry-after': '3' } }],
    ['504 with an empty body', { status: 504, body: '' }],
    ['500 whose error is not a string', { status: 500, body: { error: { nested: true } } }],
    ['500 after the effect', { status: 500, body: { error: 'Oops' }, when: 'after' }],
  ] as const
).map(([name, fault]) => ({ name, fault, get: recovers, patch: recoversUpdate(fault), post: unknown('ServerError') }));

const lostConnections: FaultKind[] = (
  [
    ['connection lost before the effect', { drop: true }],
    ['connection lost after the effect', { drop: true, when: 'after' }],
    ['body truncated before the effect', { status: 200, body: { data: {} }, truncate: 5 }],
    ['body truncated after the effect', { when: 'after', truncate: 20 }],
  ] as const
).map(([name, fault]) => ({
  name,
  fault,
  get: recovers,
  patch: recoversUpdate(fault),
  post: unknown('ConnectionError'),
}));

const others: FaultKind[] = [
  {
    name: '200 with truncated JSON',
    fault: { status: 200, body: '{"data": {' },
    get: recovers,
    patch: recovers,
    post: unknown('UnexpectedResponseError'),
  },
  {
    name: '429 with a wait of 15 minutes',
    fault: { status: 429, headers: { 'retry-after': '900' }, body: { error: 'Locked' } },
    get: rejected('RateLimitError'),
    patch: rejected('RateLimitError'),
    post: rejected('RateLimitError'),
  },
  {
    name: '429 with a wait of 30 years',
    fault: { status: 429, headers: { 'retry-after': '999999999' }, body: { error: 'Locked' } },
    get: rejected('RateLimitError'),
    patch: rejected('RateLimitError'),
    post: rejected('RateLimitError'),
  },
  { name: '429 without Retry-After', fault: { status: 429, body: '' }, get: recovers, patch: recovers, post: recovers },
  { name: 'response after 5 seconds', fault: { delayMs: 5_000 }, get: passes, patch: passes, post: passes },
  {
    name: 'no response in time',
    fault: { delayMs: 60_000 },
    get: recovers,
    patch: recovers,
    post: unknown('TimeoutError'),
  },
  {
    name: 'no response in time after the effect',
    fault: { delayMs: 60_000, when: 'after' },
    get: recovers,
    patch: passes,
    post: unknown('TimeoutError'),
  },
  {
    name: '404 with another content type',
    fault: { status: 404, body: '{"error":"No"}', headers: { 'content-type': 'text/plain' } },
    get: rejected('NotFoundError'),
    patch: rejected('NotFoundError'),
    post: rejected('NotFoundError'),
  },
];

/** Every fault that the mock can apply. `wire.test.ts` has those that need a raw socket or a broken `fetch`. */
export const faultTable: FaultKind[] = [
  ...retriedOnEveryMethod,
  ...unexpectedSuccess,
  ...statuses,
  ...redirects,
  ...serverErrors,
  ...lostConnections,
  ...others,
];
