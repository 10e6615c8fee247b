import { delayText, spanText } from '../../parts/times.ts';
import type { ShownFault } from '../../transport/responses.ts';

type Values = { [Member in keyof ShownFault]-?: NonNullable<ShownFault[Member]> };
type Words = { readonly [Member in keyof Values]: (value: Values[Member]) => string };

/** Texts of the members that select requests. */
const targets = {
  endpoint: (name) => name,
  path: (path) => path,
  projectId: (id) => id,
  issueNumber: (number) => `#${number}`,
  query: (query) => `?${new URLSearchParams(query)}`,
  tenant: (id) => `of ${id}`,
  apiKey: (key) => `with ${key}`,
  requestBody: (body) => `with the body ${short(body)}`,
  matches: (test) => `that match ${test}`,
} satisfies Partial<Words>;

/** Texts of the members with an effect. */
const effects = {
  status: (status) => `responds with ${status}`,
  headers: (headers) =>
    `sets ${Object.entries(headers)
      .map((header) => header.join(': '))
      .join(', ')}`,
  body: (body) => `body ${short(body)}`,
  delayMs: (delay) => `waits ${delayText(delay)}`,
  drop: (drops) => (drops ? 'drops the connection' : ''),
  truncate: (bytes) => `cuts the body after ${bytes} bytes`,
  when: (when) => ({ arrival: 'on arrival', before: '', after: 'after the effect' })[when],
} satisfies Partial<Words>;

/** Texts of the members that say how often and for how long. */
const frequency = {
  skip: (count) => (count === 0 ? '' : `skips the first ${count}`),
  every: (turn) => (turn === 1 ? '' : `one in ${turn}`),
  probability: (share) => `with a probability of ${share}`,
  seed: (seed) => `seed ${seed}`,
  forMs: (ms) => `for ${spanText(ms)}`,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
} satisfies Partial<Words>;

// A new member of a fault does not compile until it has words.
const words: Words = { ...targets, ...effects, ...frequency };

/** Returns a description of the requests that a fault selects. */
export function targetText(fault: ShownFault): string {
  const isForAll = fault.endpoint === undefined && fault.path === undefined;
  return [...(isForAll ? ['every endpoint'] : []), ...describe(fault, targets)].join(' · ');
}

/** Returns a description of the effect of a fault and its frequency. */
export function effectText(fault: ShownFault): string {
  return [...describe(fault, effects), ...describe(fault, frequency)].join(', ');
}

function describe(fault: ShownFault, of: Partial<Words>): string[] {
  return (Object.keys(of) as (keyof ShownFault)[]).map((member) => wordsOf(fault, member)).filter(Boolean);
}

function wordsOf<Member extends keyof Values>(
  fault: { readonly [Name in keyof Values]?: Values[Name] | null | undefined },
  member: Member,
): string {
  const value = fault[member];
  return value === undefined || value === null ? '' : words[member](value);
}

/** Returns a value as JSON, shortened to 80 characters. */
function short(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
