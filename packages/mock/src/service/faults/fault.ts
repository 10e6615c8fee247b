import { type EndpointName, endpoints, exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { hasBody } from '../../platform/http/exchange.ts';
import { parseInput } from '../../platform/input/input-error.ts';
import { flag, jsonForms, object, text, wholeNumber } from '../../platform/input/schemas.ts';
import type { RequestEntry } from '../request-log/request-entry.ts';
import { endpointName, queryParameters, requestTest } from '../request-log/request-filter.ts';
import { type TenantRef, tenantId, tenantRef } from '../request-log/tenant-ref.ts';
import { type Delay, delay } from './delay.ts';
import { changesResponse, setsResponse } from './fault-effect.ts';

/**
 * A scripted failure. It touches requests with a valid credential, which then take no slot of the request rate; with
 * `when: 'arrival'`, any request below `<baseUrl>/api/`.
 *
 * `status`, `headers` and `body` replace those parts of the response; what is not given stays as it would have been,
 * apart from the body of an error status, which is `{ error }`.
 *
 * A delay and nothing else, with `times: null`, lets later faults touch the same requests: they come after it.
 *
 * @example
 * mock.faults.add({ endpoint: 'issues.get', status: 503, headers: { 'retry-after': '2' }, times: 2 });
 * // The comment is added, and nobody learns of it.
 * mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true });
 * // A proxy that fails now and then, whatever it is asked.
 * mock.faults.add({ when: 'arrival', probability: 0.1, times: null, status: 502, body: '<h1>Bad Gateway</h1>' });
 */
export interface Fault {
  /** Only requests to this endpoint. */
  endpoint?: EndpointName | undefined;
  /** Only requests to this stub: its `id`. */
  stub?: string | undefined;
  /** Only requests of this tenant: what `mock.tenant()` returned, or the id of an organization. */
  tenant?: TenantRef | undefined;
  /** Only requests with this API key or access token. */
  apiKey?: string | undefined;
  /** Only requests below this project. */
  projectId?: string | undefined;
  /** Only requests for the issue with this number, or for what belongs to it. */
  issueNumber?: number | undefined;
  /** Only requests whose query has these parameters with these values. */
  query?: Record<string, string> | undefined;
  /** Only requests to this path, as sent and without the query; with `when: 'arrival'` one that the API doesn't have, too. */
  path?: string | undefined;
  /** Only writes whose body has these members; a regular expression stands for a text that it finds something in. */
  requestBody?: unknown;
  /** Only requests that pass this test, of those that fit the rest. */
  matches?: ((request: RequestEntry) => boolean) | undefined;
  /** How many requests that fit it goes without touching first: 0 by default. */
  skip?: number | undefined;
  /** Of those that fit and were not skipped, it touches the first and then each n-th: 1 by default, for all. */
  every?: number | undefined;
  /** The share of those that it touches, drawn for each of them: from 0 to 1, for all, the default. */
  probability?: number | undefined;
  /** What `probability` and `delayMs` are drawn from: the same seed and requests come to the same. By default the mock's. */
  seed?: number | undefined;
  /** How long it stands, in milliseconds of the mock's clock; without it, until it is used up or taken out. */
  forMs?: number | undefined;
  /** How many requests it touches: 1 by default, `null` or `Infinity` for all. */
  times?: number | null | undefined;
  /**
   * Whether it comes before the request has its effect, which it then hasn't if the fault gives the response, or after: `before` by
   * default. `arrival` is before everything: the path may be unknown, the credential missing.
   */
  when?: 'arrival' | 'before' | 'after' | undefined;
  /** Of the response: 200 to 599. */
  status?: number | undefined;
  /** Added to those of the response, in the place of those of the same name. */
  headers?: Record<string, string> | undefined;
  /** Of the response: a string as it is, garbage included, anything else as JSON. */
  body?: unknown;
  /** How long the response takes, in milliseconds of the mock's clock: a number, a range `[from, to]`, or a distribution. */
  delayMs?: Delay | undefined;
  /** Whether the connection ends without a response. */
  drop?: boolean | undefined;
  /** Bytes of the body after which the connection ends. */
  truncate?: number | undefined;
}

const forMsMust = 'must be a number of milliseconds above 0';
const probabilityMust = 'must be a number from 0 to 1';
const timesMust = 'must be a whole number from 1, or null for every request';

const times = z.custom<number>(isTimes, timesMust).register(jsonForms, { type: 'integer', minimum: 1 });

/** {@link Fault}, as it comes from a test, a story or the control API. */
export const faultSchema = object({
  endpoint: z.optional(endpointName),
  stub: z.optional(text),
  tenant: z.optional(tenantRef),
  apiKey: z.optional(text),
  projectId: z.optional(text),
  issueNumber: z.optional(wholeNumber(1)),
  query: z.optional(queryParameters),
  path: z.optional(text),
  requestBody: z.optional(z.unknown()),
  matches: z.optional(requestTest),
  skip: z.optional(wholeNumber(0)),
  every: z.optional(wholeNumber(1)),
  probability: z.optional(z.number(probabilityMust).check(z.gte(0, probabilityMust), z.lte(1, probabilityMust))),
  seed: z.optional(z.int('must be a whole number')),
  forMs: z.optional(z.number(forMsMust).check(z.positive(forMsMust))),
  times: z.optional(z.nullable(times)),
  when: z.optional(exactEnum(['arrival', 'before', 'after'])),
  status: z.optional(wholeNumber(200, 599)),
  headers: z.optional(
    z
      .record(z.string(), text, 'must be an object of header names and values')
      .check(z.refine(areHeaders, 'must be names and values that a header can have')),
  ),
  body: z.optional(z.unknown().check(z.refine(isJson, 'must be a string or JSON'))),
  delayMs: z.optional(delay),
  drop: z.optional(flag),
  truncate: z.optional(wholeNumber(0, undefined, ' of bytes')),
}).check(
  z.check(({ value, issues }) => {
    for (const message of contradictions(value)) issues.push({ code: 'custom', message, input: value });
  }),
);

/** @throws TypeError for a fault that can't be what its author meant. */
export function parseFault(fault: unknown): Fault {
  const parsed = parseInput(faultSchema, fault, { who: 'A fault', hasNo: 'A fault has no', member: "A fault's" });
  return parsed.tenant === undefined ? parsed : { ...parsed, tenant: tenantId(parsed.tenant) };
}

/** A fault as JSON shows it: what JSON has no form for is told in words, and a credential is redacted. */
export interface ShownFault extends Omit<Fault, 'matches' | 'tenant'> {
  /** The id of an organization. */
  tenant?: string | undefined;
  matches?: 'a function' | undefined;
}

/** {@link ShownFault} */
export const shownFaultSchema: z.ZodMiniType<ShownFault> = object({
  ...faultSchema.def.shape,
  tenant: z.optional(text),
  matches: z.optional(z.literal('a function')),
});

/** A fault to show; a function tells what to show of a credential. */
export function shownFault(
  { tenant, apiKey, requestBody, matches, ...fault }: Fault,
  shown: (credential: string) => string,
): ShownFault {
  return {
    ...fault,
    ...(tenant !== undefined && { tenant: tenantId(tenant) }),
    ...(apiKey !== undefined && { apiKey: shown(apiKey) }),
    ...(requestBody !== undefined && { requestBody: patternsAsText(requestBody) }),
    ...(matches && { matches: 'a function' }),
  };
}

/** A copy in which a regular expression is the text that one would write. */
function patternsAsText(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, member) => (member instanceof RegExp ? String(member) : member)));
}

/** What no adapter could carry out, or each in a way of its own. */
function* contradictions(fault: Fault): Generator<string> {
  const { endpoint, stub, requestBody, status, headers = {}, body, drop, truncate, delayMs } = fault;
  if (endpoint && stub !== undefined) yield 'A request is to an endpoint or to a stub: leave out one of them';
  if (drop && (setsResponse(fault) || truncate !== undefined))
    yield 'A fault that drops the connection gives no response: leave out status, headers, body and truncate';
  const framing = Object.keys(headers).find((name) => /^(?:content-length|transfer-encoding)$/i.test(name));
  if (framing) yield `A fault can't set ${framing}: to cut a body short, use truncate`;
  if (status !== undefined && !hasBody(status) && (body !== undefined || truncate !== undefined))
    yield `A response of status ${status} has no body: leave out body and truncate`;
  if (endpoint && requestBody !== undefined && endpoints[endpoint].body === null)
    yield `Requests to ${endpoint} have no body: leave out requestBody`;
  if (!changesResponse(fault) && !delayMs)
    yield 'A fault must do something: give it a status, headers, a body, delayMs, drop or truncate';
}

/** zod takes `Infinity` for no number. */
function isTimes(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 1);
}

function areHeaders(value: Record<string, string>): boolean {
  try {
    return Boolean(new Headers(value));
  } catch {
    return false;
  }
}

function isJson(value: unknown): boolean {
  try {
    return value === undefined || JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
