import { durationText } from '../platform/clock/duration-text.ts';
import type { Delay } from '../platform/delay.ts';
import type { Fault } from './fault.ts';

/** A fault without secrets. A tenant is its id. */
type WordedFault = Omit<Fault, 'tenant' | 'matches'> & { readonly tenant?: unknown; readonly matches?: unknown };
type Values = { [Member in keyof WordedFault]-?: NonNullable<WordedFault[Member]> };
type Words = { readonly [Member in keyof Values]: (value: Values[Member]) => string };

/** Words of the members that select requests. */
const targets = {
  endpoint: () => '',
  path: () => '',
  projectId: (id) => `in ${id}`,
  issueNumber: (number) => `for #${number}`,
  query: (query) => `with ?${new URLSearchParams(query)}`,
  tenant: (id) => `of ${id}`,
  apiKey: (key) => `with ${key}`,
  requestBody: (body) => `with the body ${short(body)}`,
  matches: () => 'that a function selects',
  skip: (count) => (count === 0 ? '' : `after the first ${count}`),
  every: (turn) => (turn === 1 ? '' : `one in ${turn}`),
  probability: () => '',
  seed: (seed) => `by the seed ${seed}`,
  forMs: (ms) => `for ${durationText(ms)}`,
  times: () => '',
} satisfies Partial<Words>;

/** Words of the members with an effect. */
const effects = {
  status: (status) => `${status}`,
  headers: (headers) =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', '),
  body: (body) => `body ${short(body)}`,
  delayMs: (delay) => `${delayText(delay)} late`,
  drop: (drops) => (drops ? 'no response' : ''),
  truncate: (bytes) => `body cut after ${bytes} bytes`,
  when: (when) => ({ arrival: 'on arrival', before: '', after: 'after the effect' })[when],
} satisfies Partial<Words>;

// A new member of a fault does not compile until it has words.
const words: Words = { ...targets, ...effects };

/**
 * Returns a fault as two parts of a sentence: `the next 2 requests to issues.list in prj_web`, and `503, after the effect`.
 *
 * @param remaining Number of requests that it still applies to; `null` for all.
 */
export function faultWords(fault: WordedFault, remaining: number | null): { requests: string; effect: string } {
  const { endpoint, path, probability } = fault;
  const which = endpoint ?? path ?? 'any endpoint';
  const share = probability === undefined ? '' : `${Number((probability * 100).toFixed(2))} % of the requests`;
  const counted =
    remaining === null
      ? share || 'all requests'
      : remaining === 0
        ? share || 'requests'
        : `the next ${share ? `${remaining} of ${share}` : remaining === 1 ? 'request' : `${remaining} requests`}`;
  return {
    requests: [`${counted} to ${which}`, ...described(fault, targets)].join(' '),
    effect: described(fault, effects).join(', '),
  };
}

function described(fault: WordedFault, members: Partial<Words>): string[] {
  return (Object.keys(members) as (keyof WordedFault)[]).map((member) => wordsOf(fault, member)).filter(Boolean);
}

function wordsOf<Member extends keyof Values>(
  fault: { readonly [Name in keyof Values]?: Values[Name] | null | undefined },
  member: Member,
): string {
  const value = fault[member];
  return value === undefined || value === null ? '' : words[member](value);
}

function delayText(delay: Delay): string {
  return typeof delay === 'number' ? durationText(delay) : `${durationText(delay[0])} to ${durationText(delay[1])}`;
}

/** Returns a value as JSON, shortened to 80 characters. */
function short(value: unknown): string {
  const text = JSON.stringify(value, (_, member) => (member instanceof RegExp ? String(member) : member));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
