import { delayText, spanText } from '../../parts/times.ts';
import type { ShownFault } from '../../transport/answers.ts';

type Values = { [Member in keyof ShownFault]-?: NonNullable<ShownFault[Member]> };
type Words = { readonly [Member in keyof Values]: (value: Values[Member]) => string };

/** Which requests a fault is for, a line for each member. */
const targets = {
  endpoint: (name) => name,
  stub: (id) => id,
  path: (path) => path,
  projectId: (id) => id,
  issueNumber: (number) => `#${number}`,
  query: (query) => `?${new URLSearchParams(query)}`,
  tenant: (id) => `of ${id}`,
  apiKey: (key) => `with ${key}`,
  requestBody: (body) => `with the body ${short(body)}`,
  matches: (test) => `that pass ${test}`,
} satisfies Partial<Words>;

/** Effects of a fault on these requests, in words. */
const effects = {
  status: (status) => `answers ${status}`,
  headers: (headers) =>
    `sets ${Object.entries(headers)
      .map((header) => header.join(': '))
      .join(', ')}`,
  body: (body) => `answers ${short(body)}`,
  delayMs: (delay) => `waits ${delayText(delay)}`,
  drop: (drops) => (drops ? 'drops the connection' : ''),
  truncate: (bytes) => `cuts the body after ${bytes} bytes`,
  when: (when) => ({ arrival: 'on arrival', before: '', after: 'once it is done' })[when],
} satisfies Partial<Words>;

/** How often, and for how long. */
const turns = {
  skip: (count) => (count === 0 ? '' : `not the first ${count}`),
  every: (turn) => (turn === 1 ? '' : `one in ${turn}`),
  probability: (share) => `with a probability of ${share}`,
  seed: (seed) => `seed ${seed}`,
  forMs: (ms) => `for ${spanText(ms)}`,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
} satisfies Partial<Words>;

// A new member of a fault does not compile until it has words.
const words: Words = { ...targets, ...effects, ...turns };

/** Which requests a fault is for, in words. */
export function targetText(fault: ShownFault): string {
  const isForAll = [fault.endpoint, fault.stub, fault.path].every((member) => member === undefined);
  return [...(isForAll ? ['every endpoint'] : []), ...told(fault, targets)].join(' · ');
}

/** Returns the effects of a fault in words, and how many requests have them. */
export function effectText(fault: ShownFault): string {
  return [...told(fault, effects), ...told(fault, turns)].join(', ');
}

function told(fault: ShownFault, of: Partial<Words>): string[] {
  return (Object.keys(of) as (keyof ShownFault)[]).map((member) => wordsOf(fault, member)).filter(Boolean);
}

function wordsOf<Member extends keyof Values>(
  fault: { readonly [Name in keyof Values]?: Values[Name] | null | undefined },
  member: Member,
): string {
  const value = fault[member];
  return value === undefined || value === null ? '' : words[member](value);
}

/** A value as JSON; a long one by its beginning. */
function short(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
