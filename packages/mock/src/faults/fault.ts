import { type EndpointName, endpoints, exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import {
  endpointName,
  impossibleMembers,
  queryParameters,
  requestPath,
  requestTest,
  type TenantRef,
  tenantId,
  tenantRef,
} from '../log/filter.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import { type Delay, delay } from '../platform/delay.ts';
import { hasBody } from '../platform/http/reply.ts';
import { parseInput } from '../platform/input/input-error.ts';
import { flag, jsonForms, object, type ShapeOf, text, wholeNumber } from '../platform/input/schemas.ts';
import { changesResponse, setsResponse } from './fault-effect.ts';

/**
 * A failure or delay of requests. A fault applies to requests with a valid credential, which then don't count against the rate limit;
 * with `when: 'arrival'`, to any request below `<baseUrl>/api/`.
 *
 * `status`, `headers` and `body` replace those parts of the response. The other parts stay, except that an error status has the
 * body of that error. An error status without `headers` and `body` is the whole error of the specification: a 400 has `details`,
 * a 401 `WWW-Authenticate`, a 429 a `Retry-After` of 60 seconds, or of the real wait if the rate limit is reached.
 *
 * If a fault has `times: null` and only delays, later faults apply to the same requests too.
 *
 * @example
 * mock.faults.add({ endpoint: 'issues.get', status: 503, headers: { 'retry-after': '2' }, times: 2 });
 * // The comment is added, but the response is lost.
 * mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true });
 * // A proxy that fails occasionally, for any request.
 * mock.faults.add({ when: 'arrival', probability: 0.1, times: null, status: 502, body: '<h1>Bad Gateway</h1>' });
 */
export interface Fault {
  /** Only requests to this endpoint. */
  endpoint?: EndpointName | undefined;
  /** Only requests of this tenant: the result of `mock.tenant()`, or the id of an organization. */
  tenant?: TenantRef | undefined;
  /** Only requests with this API key or access token. */
  apiKey?: string | undefined;
  /** Only requests below this project. */
  projectId?: string | undefined;
  /** Only requests for the issue with this number, its comments and everything captured with it. */
  issueNumber?: number | undefined;
  /** Only requests with these query parameters. */
  query?: Record<string, string> | undefined;
  /** Only requests to this path, as sent and without the query. With `when: 'arrival'`, the path may be unknown to the API. */
  path?: string | undefined;
  /** Only writes whose body has these members. A regular expression matches a text that contains a match. */
  requestBody?: unknown;
  /** Only requests for which this function returns `true`. */
  matches?: ((request: RequestEntry) => boolean) | undefined;
  /** Number of matching requests to skip at first. By default 0. */
  skip?: number | undefined;
  /** Applies to the first matching request that isn't skipped, and then to each n-th request. By default 1, for all. */
  every?: number | undefined;
  /** Probability that the fault applies to a matching request, from 0 to 1. By default 1. */
  probability?: number | undefined;
  /** Seed of `probability` and `delayMs`: the same seed and requests give the same failures. By default the mock's. */
  seed?: number | undefined;
  /** Time until the fault expires, in milliseconds of the mock's clock. By default a fault stays until used up or removed. */
  forMs?: number | undefined;
  /** Number of requests to apply to. By default 1; `null` or `Infinity` for all. */
  times?: number | null | undefined;
  /**
   * `before`, the default: after path and credential have been checked, and before the service executes the request. `after`: the
   * service executes the request, then its response fails. `arrival`: before path and credential are checked.
   */
  when?: 'arrival' | 'before' | 'after' | undefined;
  /** Status of the response, from 200 to 599. */
  status?: number | undefined;
  /** Headers of the response, which replace those of the same name. */
  headers?: Record<string, string> | undefined;
  /** Body of the response. Strings are sent unchanged, other values as JSON. */
  body?: unknown;
  /** Delay of the response, in milliseconds of the mock's clock: a number, or a range `[from, to]`. */
  delayMs?: Delay | undefined;
  /** Whether to close the connection without a response. */
  drop?: boolean | undefined;
  /** Number of bytes of the body after which the connection is closed. */
  truncate?: number | undefined;
}

const forMsMust = 'must be a number of milliseconds above 0';
const probabilityMust = 'must be a number from 0 to 1';
const timesMust = 'must be a whole number from 1, or null for every request';

/** {@link Fault} */
export const faultSchema = object({
  endpoint: z.optional(endpointName),
  tenant: z.optional(tenantRef),
  apiKey: z.optional(text),
  projectId: z.optional(text),
  issueNumber: z.optional(wholeNumber(1)),
  query: z.optional(queryParameters),
  path: z.optional(requestPath),
  requestBody: z.optional(z.unknown()),
  matches: z.optional(requestTest),
  skip: z.optional(wholeNumber(0)),
  every: z.optional(wholeNumber(1)),
  probability: z.optional(z.number(probabilityMust).check(z.gte(0, probabilityMust), z.lte(1, probabilityMust))),
  seed: z.optional(z.int('must be a whole number')),
  forMs: z.optional(z.number(forMsMust).check(z.positive(forMsMust))),
  times: z.optional(
    z.nullable(z.custom<number>(isTimes, timesMust).register(jsonForms, { type: 'integer', minimum: 1 })),
  ),
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
} satisfies ShapeOf<Fault>).check(z.check(isConsistent));

/** A check that members of a fault don't contradict each other. */
export function isConsistent({ value, issues }: z.core.ParsePayload<Fault>): void {
  for (const message of contradictions(value)) issues.push({ code: 'custom', message, input: value });
}

/** @throws TypeError for an invalid fault. */
export function parseFault(fault: Fault): Fault {
  const parsed = parseInput(faultSchema, fault, { who: 'A fault', hasNo: 'A fault has no', member: "A fault's" });
  return parsed.tenant === undefined ? parsed : { ...parsed, tenant: tenantId(parsed.tenant) };
}

/** Yields messages about members of a fault that contradict each other. */
function* contradictions(fault: Fault): Generator<string> {
  const { endpoint, projectId, issueNumber, requestBody, status, headers = {}, body, drop, truncate, delayMs } = fault;
  yield* impossibleMembers({ endpoint, projectId, issueNumber });
  if (drop && (setsResponse(fault) || truncate !== undefined))
    yield 'drop must not be combined with a response: leave out status, headers, body and truncate';
  const framing = Object.keys(headers).find((name) => /^(?:content-length|transfer-encoding)$/i.test(name));
  if (framing) yield `headers must not set ${framing}: use truncate to shorten a body`;
  if (status !== undefined && !hasBody(status) && (body !== undefined || truncate !== undefined))
    yield `A response of status ${status} has no body: leave out body and truncate`;
  if (endpoint && requestBody !== undefined && endpoints[endpoint]?.body === null)
    yield `Requests to ${endpoint} have no body: leave out requestBody`;
  if (!changesResponse(fault) && !delayMs)
    yield 'A fault needs an effect: status, headers, body, delayMs, drop or truncate';
}

/** Not a schema, because zod's numbers exclude `Infinity`. */
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
