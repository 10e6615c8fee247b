import { type EndpointName, type ErrorDetail, endpoints, type ResponseOf } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { compile } from '#runtime';
import { inWords } from '../errors/details.ts';
import type { Drift } from '../hooks.ts';
import { closed, type Difference, detailsOf, differences, madeOnce, tolerant } from './tolerance.ts';

/** How strictly answers are taken: `strict` also refuses what differs from version 1 without getting in the way. */
export type Validation = 'tolerant' | 'strict';

/** The body of a success, or what was wrong with it, as the end of a sentence that says so. */
export type Read<Body> =
  | { readonly body: Body; readonly problem?: undefined }
  | { readonly problem: string; readonly details?: readonly ErrorDetail[] };

/** How an answer is read. */
export interface Reading {
  readonly validation: Validation;
  /** Told what differs without getting in the way; left out where nobody wants to know. */
  readonly onDrift?: ((drift: Omit<Drift, 'endpoint'>) => void) | undefined;
  /** The issue that was asked for. */
  readonly issueNumber?: unknown;
}

/** The JSON of a success (GEN-2); `undefined` for an empty body, and also as `text` of one too large to be read. */
export function readJson(text: string | undefined): Read<unknown> {
  if (text === undefined) return { problem: 'the body was larger than the client reads' };
  try {
    // enforces GEN-2
    return { body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    // The platform's message would quote the body.
    const advice = isMarkup(text) ? ': it is HTML, perhaps a login page. Check baseUrl' : '';
    return { problem: `the body was not JSON${advice}` };
  }
}

/** Whether a text begins as HTML does: a portal, a proxy or another site has answered. */
export function isMarkup(text: string): boolean {
  return /^\s*</.test(text);
}

/**
 * The body of a success, checked against the model's schema and passed on as it came. What differs from version 1 is
 * drift where a client can work with it (VER-2, RES-11), and a problem where it can't, or with `strict`; unknown fields
 * never are one.
 */
export function readAnswer<Name extends EndpointName>(
  name: Name,
  text: string | undefined,
  { validation, onDrift, issueNumber }: Reading,
): Read<ResponseOf<Name>> {
  const read = readJson(text);
  if (read.problem !== undefined) return read;
  const { body } = read;
  if (body === undefined) return { problem: 'the body was empty' };

  const strict = validation === 'strict';
  // enforces GEN-5, RES-11, VER-2
  if (!z.validate(strict || onDrift ? closedAnswer(name) : tolerantAnswer(name), body)) {
    const found = differences(closedAnswer(name), body);
    const inTheWay = new Set(differences(tolerantAnswer(name), body).map(placeOf));
    for (const difference of found) {
      if (!inTheWay.has(placeOf(difference))) onDrift?.(driftOf(difference));
    }
    const refused = found.filter((one) => (strict ? one.kind !== 'unknown-field' : inTheWay.has(placeOf(one))));
    if (refused.length > 0) return notAsPromised(detailsOf(missingLast(refused)));
  }
  // It has just been checked.
  const checked = body as ResponseOf<Name>;
  const what = namedIssue[name];
  if (what && 'issueNumber' in checked.data && checked.data.issueNumber !== Number(issueNumber)) {
    return notAsPromised([
      { field: 'data.issueNumber', message: `must be ${issueNumber}, the issue that was ${what}` },
    ]);
  }
  return { body: checked };
}

/** The operations whose answers name their issue, which a cache or proxy may mix up, and what was to be done to it. */
const namedIssue: Partial<Record<EndpointName, string>> = { 'issues.get': 'asked for', 'issues.update': 'changed' };

function notAsPromised(details: readonly ErrorDetail[]): { problem: string; details: readonly ErrorDetail[] } {
  return { problem: `the body was not as promised: ${inWords(details)}`, details };
}

const closedAnswer = madeOnce((name) => compile(closed(endpoints[name].response)));
const tolerantAnswer = madeOnce((name) => compile(tolerant(endpoints[name].response)));

function placeOf({ path }: Difference): string {
  return path.join('.');
}

function driftOf({ kind, path, value }: Difference): Omit<Drift, 'endpoint'> {
  let place = '';
  for (const key of path) place += typeof key === 'number' ? '[]' : `${place && '.'}${String(key)}`;
  return { kind, path: place, ...(value !== undefined && { value }) };
}

function missingLast(found: readonly Difference[]): Difference[] {
  return [
    ...found.filter(({ kind }) => kind !== 'missing-field'),
    ...found.filter(({ kind }) => kind === 'missing-field'),
  ];
}

/** After so many distinct findings no more are told: something else is wrong then. */
const mostFindings = 1000;
/** Longer paths have a field in them that no specification would name, and longer values are no enumeration's. */
const longestPath = 200;
const longestValue = 100;

/** Passes each distinct finding on, once. */
export class DriftLog {
  readonly #tell: (drift: Drift) => void;
  readonly #redact: (text: string) => string;
  readonly #told = new Set<string>();

  constructor(tell: (drift: Drift) => void, redact: (text: string) => string) {
    this.#tell = tell;
    this.#redact = redact;
  }

  add(endpoint: EndpointName, { kind, path, value }: Omit<Drift, 'endpoint'>): void {
    // Findings that begin alike for that long are one.
    const key = [endpoint, kind, path.slice(0, longestPath), value?.slice(0, longestValue)].join(' ');
    if (this.#told.has(key) || this.#told.size >= mostFindings) return;
    this.#told.add(key);
    // Redacted whole and then cut, because half a credential can't be recognized.
    const shown = value === undefined ? {} : { value: this.#redact(value).slice(0, longestValue) };
    this.#tell({ endpoint, kind, path: this.#redact(path).slice(0, longestPath), ...shown });
  }
}
